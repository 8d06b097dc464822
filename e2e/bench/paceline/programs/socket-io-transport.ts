import { type Endpoint, nextTurn, type Transport } from './transport.ts';

/**
 * socket.io over WebSocket alone, without its initial HTTP long polling. It sends binary data in an additional message. Loading it takes more time than
 * starting Node, so only the processes that measure it import it.
 */
export function socketIoTransport(isText: boolean): Transport {
  const transports = ['websocket' as const];
  return {
    isText,
    async serve(http, accepted) {
      const { Server } = await import('socket.io');
      const server = new Server(http, { transports, serveClient: false });
      server.on('connection', (socket) => {
        socket.on('message', accepted(endpointOf(socket, () => socket.conn as unknown as Engine)));
      });
    },
    async connect(port, listener) {
      const { io } = await import('socket.io-client');
      const socket = io(`http://127.0.0.1:${port}`, { transports, forceNew: true });
      socket.on('message', listener);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return endpointOf(socket, () => socket.io.engine);
    },
  };
}

/** The members of socket.io's engine that this file uses. Server and client have an engine each. */
interface Engine {
  readonly writeBuffer: readonly unknown[];
  once(event: 'drain', listener: () => void): void;
}

/** A sender waits while more packets than this are buffered. */
const maxBuffered = 1000;

function endpointOf(socket: { send(data: unknown): unknown }, engineOf: () => Engine): Endpoint {
  return {
    send(messages) {
      for (const data of messages) socket.send(data);
      const engine = engineOf();
      if (engine.writeBuffer.length <= maxBuffered) return nextTurn();
      return new Promise((resolve) => engine.once('drain', resolve));
    },
  };
}
