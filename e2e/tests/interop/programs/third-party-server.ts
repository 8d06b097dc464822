import { PacelineWebSocketServer } from '@doha/paceline/node';
import { setupWSConnection } from '@y/websocket-server/utils';
import { Aedes } from 'aedes';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { Server as RpcServer } from 'rpc-websockets';
import { Server } from 'socket.io';
import { createWebSocketStream, type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

// Runs the servers for the clients of `third-party-clients.ts`, each with the server library that belongs to
// the client. If PACELINE is set, their WebSockets are Paceline's. Prints the port.

const { PACELINE } = process.env;
const SocketServer: new (options: ServerOptions) => WebSocketServer = PACELINE
  ? PacelineWebSocketServer
  : WebSocketServer;

const io = new Server(0, {
  wsEngine: SocketServer,
  transports: ['websocket'],
  cors: { origin: '*' },
  destroyUpgrade: false,
});
io.on('connection', (socket) => {
  socket.on('echo', (data: unknown, answer: (data: unknown) => void) => answer(data));
});

/** An HTTP server with the types that `WebSocketServer` expects. */
interface Upgrading {
  on(
    type: 'upgrade',
    listener: (
      ...given: Parameters<WebSocketServer['handleUpgrade']> extends [...infer First, unknown] ? First : never
    ) => void,
  ): void;
}

/** A server for the sockets of a path. */
function serverAt(path: string): WebSocketServer {
  const server = new SocketServer({ noServer: true });
  (io.httpServer as Upgrading).on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== path) return;
    server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request));
  });
  return server;
}

serverAt('/yjs/room').on('connection', setupWSConnection);

serverAt('/echo').on('connection', (socket: WebSocket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});

const schema = buildSchema('type Query { hello: String } type Subscription { ticks: Int }');
async function* ticks(): AsyncGenerator<{ readonly ticks: number }> {
  for (let n = 0; ; n++) {
    yield { ticks: n };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
useServer(
  { schema, roots: { query: { hello: () => 'hello' }, subscription: { ticks } } },
  serverAt('/graphql'),
);

const broker = await Aedes.createBroker();
serverAt('/mqtt').on('connection', (socket: WebSocket, request) => {
  broker.handle(createWebSocketStream(socket), request);
});

const rpc = new RpcServer({ noServer: true });
rpc.register('sum', (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0), '/rpc');
serverAt('/rpc').on('connection', (socket, request) => rpc.wss.emit('connection', socket, request));

process.stdout.write(`${(io.httpServer.address() as { readonly port: number }).port}`);
