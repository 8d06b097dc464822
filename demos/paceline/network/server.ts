// The server of the demo with real links, a program for Node. Its argument is a port. It reads
// control messages as lines of JSON from its standard input, and exits at the end of the input.
import { EventLoop } from '@doha/loop';
import { paceK } from '@doha/paceline/control';
import { PacelineServer } from '@doha/paceline/node';
import type { ControlMessage } from './control-message.ts';
import { PacelineSender } from './paceline-sender.ts';
import { type Settings, defaultSettings } from './settings.ts';
import { type MessageSender, Traffic } from './traffic.ts';

const loop = new EventLoop();
const sessions = new Set<PacelineSender>();
const sockets = new Set<MessageSender>();
let settings: Settings = defaultSettings;
let isPaused = false;
/** The smallest observed difference in ms between the clock here and the clock of the page, including the delay of a message. */
let clockOffset = Infinity;

const traffic = new Traffic(
  loop,
  () => loop.host.now() - clockOffset,
  () => [...sessions, ...sockets],
);

const server = new PacelineServer({
  controller: paceK, // the latency controller for servers on Linux
  port: Number(process.argv[2]),
  host: '0.0.0.0', // the page connects from another network namespace
  origins: '*',
  loop,
  onSession(session) {
    const sender = new PacelineSender(session, settings.weights);
    sessions.add(sender);
    void session.closed.then(() => sessions.delete(sender));
  },
  onSocket(socket) {
    const sender: MessageSender = { send: ({ bytes }) => socket.send(bytes) };
    sockets.add(sender);
    socket.on('close', () => sockets.delete(sender));
    socket.on('error', () => {}); // 'close' follows
  },
});

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop()!;
  for (const line of lines) handle(JSON.parse(line) as ControlMessage);
});
process.stdin.on('end', () => process.exit());
process.stdout.write(`listening on ${await server.listening}\n`);

function handle(message: ControlMessage): void {
  switch (message.what) {
    case 'set':
      settings = message.settings;
      for (const session of sessions) session.setWeights(settings.weights);
      startOrStop();
      break;
    case 'point':
      clockOffset = Math.min(clockOffset, loop.host.now() - message.at);
      traffic.movePointer(message.x, message.y);
      break;
    case 'pause':
      isPaused = message.isPaused;
      startOrStop();
      break;
  }
}

function startOrStop(): void {
  if (isPaused) traffic.stop();
  else traffic.setKinds(settings.kinds);
}
