import { PacelineServer } from '@doha/paceline/node';
import { WebSocketServer } from 'ws';

// Serves echoes by Paceline and by plain WebSockets, and says at which ports.
const paced = new PacelineServer({
  port: 0,
  protocols: ['chat'],
  onSession(session) {
    session.onMessage((data) => {
      if (data === 'close me') void session.close(4001, 'gone');
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
await new Promise((resolve) => plain.once('listening', resolve));
process.stdout.write(
  JSON.stringify([await paced.listening, (plain.address() as { readonly port: number }).port]),
);
