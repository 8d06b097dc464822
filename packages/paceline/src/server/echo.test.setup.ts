import type { WebSocket } from 'ws';

/** Sends all messages of a server's WebSocket back, and ignores its errors, because 'close' follows each of them. */
export function echo(socket: WebSocket): void {
  socket.on('message', (data: Buffer, isBinary) => socket.send(data, { binary: isBinary }));
  socket.on('error', () => {});
}
