import type { LinkDirection } from '../../link/lab.ts';

/** Queueing delay of a full queue, in ms. */
const fullQueueDelay = 25;

/**
 * Bytes of the queue in the measurements of Goel's thesis. The thesis does not state them. On all its
 * links, MIN_BUF(1, 0) adds a mean latency of 7 to 20 ms to the delay of the path (table 4.2). This
 * suggests that a full queue took about 25 ms, at every round trip.
 */
export function shallowQueueOf({ rate }: LinkDirection): number {
  return Math.round((rate / 8000) * fullQueueDelay);
}
