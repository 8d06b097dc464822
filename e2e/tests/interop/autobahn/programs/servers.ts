import { PacelineServer, PacelineWebSocketServer } from '@doha/paceline/node';
import { type WebSocket, WebSocketServer } from 'ws';

// Starts echo servers of `ws` and of Paceline for plain WebSockets, and prints their ports.
function echo(socket: WebSocket): void {
  socket.on('message', (data: Buffer, isBinary) => socket.send(data, { binary: isBinary }));
  socket.on('error', () => {}); // 'close' comes after it
}

const ports: Record<string, number> = {};
for (const [name, Class] of Object.entries({ ws: WebSocketServer, PacelineWebSocketServer })) {
  const server = new Class({ port: 0, perMessageDeflate: true });
  server.on('connection', echo);
  await new Promise<void>((resolve) => server.once('listening', resolve));
  ports[name] = (server.address() as { readonly port: number }).port;
}
ports['PacelineServer'] = await new PacelineServer({
  port: 0,
  maxMessageSize: 2 ** 28, // the server allows one fragment per 16 KiB of this: 16,384 fragments, the default of ws
  perMessageDeflate: true,
  onSocket: echo,
}).listening;
process.stdout.write(JSON.stringify(ports));
