import { minFlight } from './latency-controller.ts';

/** Ratio of the rate at which data is committed to the rate at which it is delivered: a window must be able to fill. */
const gain = 2;

/** Ms of deliveries that may be committed at once in addition to `minFlight`. TCP sends all of it, and a short queue of the network would overflow. */
const burstTime = 8;

/** The longest pause of a busy thread in ms that is made up for. */
const longestPause = 100;

/** A token bucket that spreads the bytes for which an acknowledgment makes room. It derives sent bytes from the number of unacknowledged ones. */
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
    // After each pause a busy thread commits the bytes that it would have committed meanwhile.
    const burst = minFlight + rate * Math.max(burstTime, gain * Math.min(longestPause, elapsed));
    const left = this.#tokens - sent;
    this.#tokens = Math.max(left, Math.min(burst, left + gain * rate * elapsed));
    this.#at = now;
    this.#unacknowledged = unacknowledged;
    return this.#tokens;
  }
}
