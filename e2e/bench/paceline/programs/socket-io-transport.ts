import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { type End, nextTurn, type Transport } from './transport.ts';

/** socket.io over WebSocket alone, without the detour by HTTP that it begins with. Bytes take a message more than texts there. */
export function socketIoTransport(isText: boolean): Transport {
  const transports = ['websocket' as const];
  return {
    isText,
    serve(http, accepted) {
      const server = new Server(http, { transports, serveClient: false });
      server.on('connection', (socket) => {
        socket.on('message', accepted(endOf(socket, () => socket.conn as unknown as Engine)));
      });
    },
    async connect(port, heard) {
      const socket = io(`http://127.0.0.1:${port}`, { transports, forceNew: true });
      socket.on('message', heard);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return endOf(socket, () => socket.io.engine);
    },
  };
}

/** What of either end's engine is used. */
interface Engine {
  readonly writeBuffer: readonly unknown[];
  once(event: 'drain', listener: () => void): void;
}

/** Packets that wait, above which a sender waits. */
const mostWaiting = 1000;

function endOf(socket: { send(data: unknown): unknown }, engineOf: () => Engine): End {
  return {
    send(messages) {
      for (const data of messages) socket.send(data);
      const engine = engineOf();
      if (engine.writeBuffer.length <= mostWaiting) return nextTurn();
      return new Promise((resolve) => engine.once('drain', resolve));
    },
  };
}
