import { minFlight } from './latency-controller.ts';

/**
 * Data is committed at most at this multiple of the rate of delivery. With 1, the number of bytes in
 * flight could not grow to the size of the window.
 */
const gain = 2;

/**
 * The bytes that are delivered in this many ms may be committed at once, in addition to
 * `minFlight`. TCP would send a larger burst at once as well, and a short queue of the network
 * would overflow.
 */
const burstTime = 8;

/** After a pause, a busy thread may commit at once what it could have committed in the pause. A longer pause counts as this many ms. */
const longestPause = 100;

/**
 * A token bucket with one token per byte. When an acknowledgment makes room for many bytes, the bucket
 * spreads them over time. The number of sent bytes is computed from the number of unacknowledged
 * bytes.
 */
export class Pacer {
  #tokens = 0; // bytes
  #at = 0;
  #unacknowledged = 0; // at the last call

  acknowledged(bytes: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - bytes);
  }

  /** Bytes that may be committed now. `rate`: of delivery, in bytes per ms. */
  allowed(now: number, unacknowledged: number, rate: number): number {
    const sent = Math.max(0, unacknowledged - this.#unacknowledged);
    const elapsed = now - this.#at;
    const burst = minFlight + rate * Math.max(burstTime, gain * Math.min(longestPause, elapsed));
    const left = this.#tokens - sent;
    this.#tokens = Math.max(left, Math.min(burst, left + gain * rate * elapsed));
    this.#at = now;
    this.#unacknowledged = unacknowledged;
    return this.#tokens;
  }
}
