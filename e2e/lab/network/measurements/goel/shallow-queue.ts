import type { LinkDirection } from '../../link/lab.ts';

/** Queueing delay of a full queue, in ms. */
const fullQueueDelay = 25;

/**
 * Bytes of the queue in the measurements of Goel's thesis. The thesis does not state them. Its MIN_BUF(1, 0) has a mean latency of 7 to 20 ms beyond the
 * delay of the path on every link (table 4.2), so a full queue took about 25 ms, whatever the round trip.
 */
export function shallowQueueOf({ rate }: LinkDirection): number {
  return Math.round((rate / 8000) * fullQueueDelay);
}
