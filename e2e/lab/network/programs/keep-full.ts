import type { Connection } from './connection.ts';
import { every } from './every.ts';

/** Ms until one looks again. */
const look = 4;

/** Calls `send` whenever fewer than `ahead` bytes wait in a connection: 2 ** 16 are enough for 128 Mbit/s. */
export function keepFull(connection: Connection, ahead: number, send: () => void): void {
  const waiting = waitingIn(connection);
  every(look, () => {
    while (waiting() < ahead) send();
  });
}

/** Tells how many bytes wait; in a session that is closed there is never room for more. */
function waitingIn(connection: Connection): () => number {
  if (connection.kind === 'session') {
    const { session } = connection;
    return () => (session.endpoint.isClosed ? Infinity : session.queued);
  }
  if (connection.kind === 'socket') return () => connection.socket.bufferedAmount;
  throw new TypeError(`keepFull: a ${connection.kind} does not say what waits`);
}
