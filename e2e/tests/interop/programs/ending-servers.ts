import { PacelineWebSocketServer } from '@doha/paceline/node';
import { type WebSocket, WebSocketServer } from 'ws';

// Runs the same server program with the class of `ws` and with Paceline's class. Sockets execute the commands that they receive. Prints the
// ports.

const maxPayload = 100_000;

function execute(socket: WebSocket): void {
  socket.on('error', () => {}); // 'close' comes after it
  socket.on('message', (data: Buffer) => {
    const [what, code] = data.toString().split(' ');
    if (what === 'terminate') socket.terminate();
    else if (what === 'close' && code === undefined) socket.close();
    else if (what === 'close') socket.close(Number(code), 'because');
    else socket.send(`${data.length} bytes`);
  });
}

async function serve(server: WebSocketServer): Promise<number> {
  server.on('connection', execute);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as { readonly port: number }).port;
}

const servers = [WebSocketServer, PacelineWebSocketServer].map((Class) => new Class({ port: 0, maxPayload }));
process.stdout.write(JSON.stringify(await Promise.all(servers.map(serve))));
