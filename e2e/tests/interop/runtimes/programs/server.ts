import { type ClientInfo, PacelineServer, PacelineWebSocketServer } from '@doha/paceline/node';
import type { WebSocket } from 'ws';

// Runs echo servers in any runtime: with sessions, with plain WebSockets, and with the class that replaces the server of ws. Prints the
// ports.
const connections = new Set<ClientInfo['request']['socket']>();

function echo(socket: WebSocket): void {
  socket.on('message', (data: Buffer, isBinary) => {
    if (data.toString() === 'throw') fail();
    socket.send(data, { binary: isBinary });
  });
}

function fail(): void {
  throw new Error('a listener has failed');
}

const paced = new PacelineServer({
  port: 0,
  authenticate({ credentials, request }) {
    connections.add(request.socket);
    return credentials === 'wrong' ? false : { id: credentials || 'nobody' };
  },
  onRefused: () => {},
  onError: () => {},
  onSession(session) {
    session.onMessage((data) => {
      if (data === 'throw') fail();
      if (data === 'cut') for (const connection of connections) connection.destroy();
      else session.send(data);
    });
    session.onStream((stream) => {
      stream.onMessage((data) => stream.send(`${stream.label}: ${String(data)}`));
    });
  },
  onSocket: echo,
});
const inPlace = new PacelineWebSocketServer({ port: 0, host: '127.0.0.1', onError: () => {} });
inPlace.on('connection', echo);
if (inPlace.address() === null) await new Promise<void>((resolve) => inPlace.once('listening', resolve));
const { port } = inPlace.address() as { readonly port: number };
process.stdout.write(JSON.stringify([await paced.listening, port]));
