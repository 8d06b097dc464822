import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PacelineServer, PacelineWebSocketServer } from '@doha/paceline/node';
import { type WebSocket, WebSocketServer } from 'ws';

// Echoes on plain WebSockets, by ws and by our servers; says at which ports.
function echo(socket: WebSocket): void {
  socket.on('message', (data: Buffer, isBinary) => socket.send(data, { binary: isBinary }));
  socket.on('error', () => {}); // 'close' comes after it
}

const ports: Record<string, number> = {};
for (const [name, Class] of Object.entries({ ws: WebSocketServer, PacelineWebSocketServer })) {
  const server = new Class({ port: 0, perMessageDeflate: true });
  server.on('connection', echo);
  await once(server, 'listening');
  ports[name] = (server.address() as AddressInfo).port;
}
ports['PacelineServer'] = await new PacelineServer({ port: 0, onSocket: echo }).listening;
process.stdout.write(JSON.stringify(ports));
