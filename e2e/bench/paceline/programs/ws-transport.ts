import { WebSocket, WebSocketServer } from 'ws';
import { type Endpoint, highWater, nextTurn, type Transport } from './transport.ts';

/** The library `ws` at both endpoints. */
export const wsTransport: Transport = {
  serve(http, accepted) {
    const server = new WebSocketServer({ server: http });
    server.on('connection', (socket) => {
      const listener = accepted(endpointOf(socket));
      socket.on('message', (data: Buffer) => listener(data));
    });
  },
  async connect(port, listener) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    socket.on('message', (data: Buffer) => listener(data));
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return endpointOf(socket);
  },
};

function endpointOf(socket: WebSocket): Endpoint {
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
