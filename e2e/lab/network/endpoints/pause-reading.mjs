/**
 * Pauses the reading from an open WebSocket, as planned. The system then receives until its buffer is full.
 *
 * @param {import('ws').WebSocket} socket
 * @param {import('../programs/flow.ts').ReadingPause} pause
 */
export function pauseReading(socket, { from, period, to }) {
  const pauseOnce = () => {
    setTimeout(() => socket.pause(), from);
    setTimeout(() => socket.resume(), to);
  };
  if (period === undefined) pauseOnce();
  else setInterval(pauseOnce, period);
}
