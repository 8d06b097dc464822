import { WebSocket, WebSocketServer } from 'ws';
import { type End, highWater, nextTurn, type Transport } from './transport.ts';

/** The library `ws` at both endpoints. */
export const wsTransport: Transport = {
  serve(http, accepted) {
    const server = new WebSocketServer({ server: http });
    server.on('connection', (socket) => {
      const heard = accepted(endOf(socket));
      socket.on('message', (data: Buffer) => heard(data));
    });
  },
  async connect(port, heard) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    socket.on('message', (data: Buffer) => heard(data));
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return endOf(socket);
  },
};

function endOf(socket: WebSocket): End {
  return {
    async send(messages) {
      for (const data of messages.slice(0, -1)) socket.send(data);
      const last = messages.at(-1)!;
      if (socket.bufferedAmount > highWater)
        return new Promise((resolve) => socket.send(last, () => resolve()));
      socket.send(last);
      return nextTurn();
    },
  };
}
