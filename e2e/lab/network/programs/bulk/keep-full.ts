import type { Connection } from '../connection.ts';
import { every } from '../every.ts';

/** Ms between checks of the queue. */
const pollInterval = 4;

/**
 * Calls `send` whenever fewer than `targetQueue` bytes are queued in a connection and `isActive`
 * returns true. A target of 2 ** 16 suffices for 128 Mbit/s.
 */
export function keepFull(
  connection: Connection,
  targetQueue: number,
  send: () => void,
  isActive: () => boolean = () => true,
): void {
  const queued = queuedIn(connection);
  every(pollInterval, () => {
    while (isActive() && queued() < targetQueue) send();
  });
}

/**
 * Returns a function that returns the queued bytes of a connection: Infinity for a session that is
 * closing or closed, so that nothing is sent to it.
 */
function queuedIn(connection: Connection): () => number {
  if (connection.kind === 'session') {
    const { endpoint } = connection.session;
    return () => (endpoint.isClosing || endpoint.isClosed ? Infinity : connection.session.queued);
  }
  if (connection.kind === 'socket') return () => connection.socket.bufferedAmount;
  throw new TypeError(`keepFull: the queue of a ${connection.kind} is unknown`);
}
