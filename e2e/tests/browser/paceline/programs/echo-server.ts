import { PacelineServer } from '@doha/paceline/node';
import { WebSocketServer } from 'ws';

// Starts an echo server of Paceline and one of plain WebSockets. Prints their ports and a port without a server.
const paced = new PacelineServer({
  port: 0,
  protocols: ['chat'],
  onSession(session) {
    session.onMessage((data) => {
      if (data === 'close me') void session.close({ code: 4001, reason: 'gone' });
      else session.send(data);
    });
  },
});
const plain = new WebSocketServer({ port: 0 });
plain.on('connection', (socket) => {
  socket.on('message', (data: Buffer, isBinary) => {
    if (data.toString() === 'close me') socket.close(4001, 'gone');
    else socket.send(data, { binary: isBinary });
  });
});
const nobody = new WebSocketServer({ port: 0 });
await Promise.all(
  [plain, nobody].map((server) => new Promise<void>((resolve) => server.once('listening', resolve))),
);
const ports = [plain, nobody].map((server) => (server.address() as { readonly port: number }).port);
nobody.close();
process.stdout.write(JSON.stringify([await paced.listening, ...ports]));
