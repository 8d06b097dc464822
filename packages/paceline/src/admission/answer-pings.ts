import type { WebSocket } from 'ws';

/** A ping is answered only while the socket buffers fewer bytes than this. */
const maxWaiting = 2 ** 16;

/**
 * Answers the pings of a client as long as the client reads. The option `autoPong` of `ws` would
 * answer every ping, so pongs for a client that reads nothing would fill the memory.
 */
export function answerPings(socket: WebSocket): void {
  socket.on('ping', (data) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount < maxWaiting) socket.pong(data);
  });
}
