// The sender's end where links are real: run by Node with a port. Gets orders as lines of JSON from its standard input, and ends with that.
import { EventLoop } from '@doha/loop';
import { paceK } from '@doha/paceline/control';
import { PacelineServer } from '@doha/paceline/node';
import type { Order } from './order.ts';
import { PacelineOutlet } from './paceline-outlet.ts';
import { type Settings, usual } from './settings.ts';
import { type Outlet, Traffic } from './traffic.ts';

const loop = new EventLoop();
const sessions = new Set<PacelineOutlet>();
const sockets = new Set<Outlet>();
let settings: Settings = usual;
let isPaused = false;
/** Ms by which this clock is ahead of the page's, and the way of a message from there: the least of what was seen. */
let ahead = Infinity;

const traffic = new Traffic(
  loop,
  () => loop.host.now() - ahead,
  () => [...sessions, ...sockets],
);

const server = new PacelineServer({
  controller: paceK, // of servers on Linux
  port: Number(process.argv[2]),
  host: '0.0.0.0', // the page comes by a link from another network namespace
  origins: '*',
  loop,
  onSession(session) {
    const outlet = new PacelineOutlet(session, settings.weights);
    sessions.add(outlet);
    void session.closed.then(() => sessions.delete(outlet));
  },
  onSocket(socket) {
    const outlet: Outlet = { send: ({ bytes }) => socket.send(bytes) };
    sockets.add(outlet);
    socket.on('close', () => sockets.delete(outlet));
    socket.on('error', () => {}); // 'close' comes after it
  },
});

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop()!;
  for (const line of lines) obey(JSON.parse(line) as Order);
});
process.stdin.on('end', () => process.exit());
process.stdout.write(`listening on ${await server.listening}\n`);

function obey(order: Order): void {
  switch (order.what) {
    case 'set':
      settings = order.settings;
      for (const session of sessions) session.weigh(settings.weights);
      play();
      break;
    case 'point':
      ahead = Math.min(ahead, loop.host.now() - order.at);
      traffic.point(order.x, order.y);
      break;
    case 'pause':
      isPaused = order.isPaused;
      play();
      break;
  }
}

function play(): void {
  if (isPaused) traffic.stop();
  else traffic.set(settings.kinds);
}
