import { usualSegment } from './latency-controller.ts';

/** Ratio of the rate at which data is committed to the rate at which it is delivered: a window must be able to fill. */
const gain = 2;

/** The largest burst: TCP sends what is committed at once, and a short queue of the network overflows. */
const minBurst = 4 * usualSegment;
const burstTime = 8; // ms

/** Ms without a call after which the thread has been busy, or the application had nothing to send. */
const longPause = 20;

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
    const burst = Math.max(minBurst, rate * (elapsed > longPause ? elapsed : burstTime));
    this.#tokens = Math.min(burst, this.#tokens - sent + gain * rate * elapsed);
    this.#at = now;
    this.#unacknowledged = unacknowledged;
    return this.#tokens;
  }
}
