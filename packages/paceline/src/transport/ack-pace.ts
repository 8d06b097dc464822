import { usualSegment } from '../control/latency-controller.ts';
import { isHidden } from './is-hidden.ts';

/**
 * Bits per second that acknowledgements may take at the most, beside a share of what comes (thesis §4.3.2: 30 to 50 kbit/s). Each takes TCP's acknowledgement along, of an odd segment as often
 * as not, so that the next ones let go three segments at once and not two, and a full queue drops the third. So they go half as often to those who need them less.
 */
export const maxAckRate = 40_000;

/** For each bit per second they may take this share of what comes, too: on a fast path they must come more often to be of use. */
const shareOfRate = 1 / 8e6;

/** Bytes of an acknowledgement that has a frame to itself, with all headers below it. */
const size = 60;

/** So many may go at once after a rest. */
const burst = 4 * size;

/**
 * Ms that an acknowledgement waits for a frame that goes anyway, where such frames have come no further apart: as in games, where both ends send something
 * in each step, and a frame to itself would take more than what is acknowledged.
 */
export const maxAckDelay = 25;

/** Ms within which frames are of one step. */
const step = 4;

/** More bytes than these do not wait: TCP, too, acknowledges each second segment at once (RFC 5681 §4.2). */
const fewBytes = 2 * usualSegment;

/** When an acknowledgement may go that has a frame to itself. */
export class AckPace {
  #saved = burst; // bytes
  #at = -Infinity;
  #sentAt = -Infinity; // frames that went anyway
  #sentBefore = -Infinity; // in the step before
  #cameAt = 0; // the first of what is not acknowledged
  #came = 0; // bytes of it
  #rate: number;
  #areTimersLate: () => boolean;

  /** `rate`: bits per second; `areTimersLate`: then acknowledgements cannot wait, since the other end takes one that is late for a connection that stalls. */
  constructor(rate: number, areTimersLate: () => boolean = isHidden) {
    this.#rate = Math.min(rate, maxAckRate);
    this.#areTimersLate = areTimersLate;
  }

  /** So many bytes have come. */
  received(bytes: number, now: number): void {
    this.#saved = Math.min(burst, this.#saved + shareOfRate * this.#rate * bytes);
    if (this.#came === 0) this.#cameAt = now;
    this.#came += bytes;
  }

  /** A frame has gone that would have gone anyway. */
  sent(now: number): void {
    if (now - this.#sentAt > step) this.#sentBefore = this.#sentAt;
    this.#sentAt = now;
  }

  /** All that has come is acknowledged. */
  acknowledged(): void {
    this.#came = 0;
  }

  /** The earliest time; `now` or later. */
  nextAt(now: number): number {
    this.#save(now);
    if (this.#areTimersLate()) return now;
    const allowedAt = this.#saved >= size ? now : now + ((size - this.#saved) * 8000) / this.#rate;
    const arePaced = Math.max(this.#cameAt - this.#sentAt, this.#sentAt - this.#sentBefore) <= maxAckDelay;
    const waits = arePaced && this.#came < fewBytes;
    return waits ? Math.max(allowedAt, this.#cameAt + maxAckDelay) : allowedAt;
  }

  spend(now: number): void {
    this.#save(now);
    this.#saved -= size;
  }

  #save(now: number): void {
    this.#saved = Math.min(burst, this.#saved + ((now - this.#at) * this.#rate) / 8000);
    this.#at = now;
  }
}
