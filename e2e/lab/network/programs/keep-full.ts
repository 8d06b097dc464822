import type { Connection } from './connection.ts';
import { every } from './every.ts';

/** Ms between checks of the queue. */
const pollInterval = 4;

/** Calls `send` whenever fewer than `targetQueue` bytes are queued in a connection. A target of 2 ** 16 suffices for 128 Mbit/s. */
export function keepFull(connection: Connection, targetQueue: number, send: () => void): void {
  const queued = queuedIn(connection);
  every(pollInterval, () => {
    while (queued() < targetQueue) send();
  });
}

/** Returns a function that returns the queued bytes of a connection. It is infinite for a closed session, so that no more is sent. */
function queuedIn(connection: Connection): () => number {
  if (connection.kind === 'session') {
    const { session } = connection;
    return () => (session.endpoint.isClosed ? Infinity : session.queued);
  }
  if (connection.kind === 'socket') return () => connection.socket.bufferedAmount;
  throw new TypeError(`keepFull: the queue of a ${connection.kind} is unknown`);
}
