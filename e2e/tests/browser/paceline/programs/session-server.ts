import type { Closed, Session } from '@doha/paceline';
import { PacelineServer, type ClientInfo } from '@doha/paceline/node';

// Runs a server whose sessions execute known commands and echo all other messages. Prints its port.
const sockets: ClientInfo['request']['socket'][] = [];

let release = (): void => {};
let lastEnd: Closed | undefined;

const commands: Readonly<Record<string, (session: Session) => unknown>> = {
  'cut all connections': () => sockets.splice(0).map((socket) => socket.resetAndDestroy()),
  'send to all': () => paced.sessions.map((session) => session.send('to all')),
  'stop reading': () => new Promise<void>((resolve) => (release = resolve)),
  'resume reading': () => release(),
  'close the session': (session) => void session.close({ code: 4001, reason: 'gone' }),
  'send the last close': (session) => session.send(JSON.stringify(lastEnd)),
  'open a stream'(session) {
    const stream = session.stream({ label: 'from the server' });
    stream.send('first');
    stream.send(Uint8Array.of(2));
    stream.close();
  },
  'send a message every 2 ms'(session) {
    let remaining = 60;
    const timer = setInterval(() => {
      session.send(`${remaining}`);
      if (--remaining === 0) clearInterval(timer);
    }, 2);
  },
  'send statistics': (session) => session.send(JSON.stringify(session.statistics)),
};

async function execute(session: Session): Promise<void> {
  for await (const data of session) {
    const command = typeof data === 'string' ? commands[data] : undefined;
    if (command === undefined) session.send(data);
    else await command(session);
  }
  lastEnd = await session.closed;
}

const paced = new PacelineServer({
  port: 0,
  receiveWindow: 2 ** 18,
  authenticate({ request }) {
    sockets.push(request.socket);
    return true;
  },
  onSession(session) {
    session.onStream((stream) => {
      stream.onMessage((data) => {
        if (data === 'end') stream.close();
        else stream.send(`${stream.label}: ${String(data)}`);
      });
    });
    void execute(session);
  },
});
process.stdout.write(JSON.stringify(await paced.listening));
