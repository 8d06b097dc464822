import { PacelineWebSocketServer } from '@doha/paceline/node';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

// Starts a plain server and a server of Paceline, which behave identically. Prints their ports: [plain, paced].

/**
 * Actions of the server. A client requests an action by a text such as `server: burst 5`. Other
 * messages are echoed.
 */
const commands: Readonly<Record<string, (socket: WebSocket, rest: string) => void>> = {
  close(socket, rest) {
    const [, code, reason = ''] = /^(\d*) ?(.*)$/.exec(rest)!;
    if (code === '') socket.close();
    else socket.close(Number(code), reason);
  },
  cut: (socket) => socket.terminate(),
  burst(socket, rest) {
    for (let i = 1; i <= Number(rest); i++) socket.send(`${i}`);
  },
  'burst and close'(socket, rest) {
    commands['burst']!(socket, rest);
    socket.close(4000, 'after the burst');
  },
  pause: (socket) => socket.pause(),
};

function serve(socket: WebSocket, request: { readonly url?: string | undefined }): void {
  const { searchParams } = new URL(request.url ?? '/', 'ws://localhost');
  commands['burst']!(socket, searchParams.get('burst') ?? '0');
  if (searchParams.has('close')) socket.close(Number(searchParams.get('close')), 'at once');
  socket.on('error', () => {});
  socket.on('message', (data: Buffer, isBinary) => {
    const [, name = '', rest = ''] = isBinary
      ? []
      : (/^server: ([a-z ]*[a-z]) ?(.*)$/.exec(data.toString()) ?? []);
    const command = commands[name];
    if (command === undefined) socket.send(data, { binary: isBinary });
    else command(socket, rest);
  });
}

async function listen(Server: new (options: ServerOptions) => WebSocketServer): Promise<number> {
  const options: ServerOptions = {
    port: 0,
    handleProtocols: (offered, request) => !request.url!.includes('choose=none') && [...offered][0]!,
  };
  const server = new Server(options).on('connection', serve);
  await new Promise<void>((resolve) => server.once('listening', resolve));
  return (server.address() as { readonly port: number }).port;
}

process.stdout.write(JSON.stringify([await listen(WebSocketServer), await listen(PacelineWebSocketServer)]));
