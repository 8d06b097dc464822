import type { WebSocket } from 'ws';

/** A pong is sent while fewer bytes than this wait in the connection. */
const maxWaiting = 2 ** 16;

/** Answers the pings of a client while it reads. With its option `autoPong`, `ws` would also answer each ping of a client that reads nothing. */
export function answerPings(socket: WebSocket): void {
  socket.on('ping', (data) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount < maxWaiting) socket.pong(data);
  });
}
