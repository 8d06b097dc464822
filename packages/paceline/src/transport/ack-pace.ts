import { usualSegment } from '../control/latency-controller.ts';
import { isHidden } from './is-hidden.ts';

/**
 * Maximum bits per second of acknowledgments, beside a share of the received bytes (thesis §4.3.2:
 * 30 to 50 kbit/s). The packet of each acknowledgment carries a TCP acknowledgment as well, often
 * after an odd number of segments. Later TCP acknowledgments then release three segments at once
 * instead of two, and a full queue drops the third. So controllers that need fewer acknowledgments
 * get half as many.
 */
export const maxAckRate = 40_000;

/**
 * Share of the received bytes that acknowledgments may take, for each bit per second of their rate:
 * 0.5 % at 40,000. On a fast path acknowledgments must be more frequent.
 */
const shareOfRate = 1 / 8e6;

/** Bytes of an acknowledgment in a frame of its own, with all lower headers. */
const size = 60;

/** Bytes of acknowledgments that may be sent at once after a pause. */
const burst = 4 * size;

/**
 * Maximum ms that an acknowledgment waits for a data frame that carries it, if the last data frames
 * were sent at most that far apart. In games both endpoints send in each step, and an
 * acknowledgment in a frame of its own would be larger than the data.
 */
export const maxAckDelay = 25;

/** Frames within this many ms belong to one step. */
const step = 4;

/**
 * If more bytes than this are unacknowledged, the acknowledgment does not wait: TCP, too,
 * acknowledges each second segment at once (RFC 5681 §4.2).
 */
const fewBytes = 2 * usualSegment;

/** Times at which acknowledgments in frames of their own may be sent. */
export class AckPace {
  #tokens = burst; // bytes
  #at = -Infinity;
  #sentAt = -Infinity; // time of the last data frame
  #sentBefore = -Infinity; // time of the last data frame of the step before
  #receivedAt = 0; // time of the first frame that is not acknowledged
  #received = 0; // bytes that are not acknowledged
  #rate: number;
  #areTimersLate: () => boolean;

  /** `rate`: bits per second. If `areTimersLate`, acknowledgments do not wait, because the peer takes a late one for a stalled connection. */
  constructor(rate: number, areTimersLate: () => boolean = isHidden) {
    this.#rate = Math.min(rate, maxAckRate);
    this.#areTimersLate = areTimersLate;
  }

  /** Bytes have arrived. */
  received(bytes: number, now: number): void {
    this.#tokens = Math.min(burst, this.#tokens + shareOfRate * this.#rate * bytes);
    if (this.#received === 0) this.#receivedAt = now;
    this.#received += bytes;
  }

  /** A data frame was sent. */
  sent(now: number): void {
    if (now - this.#sentAt > step) this.#sentBefore = this.#sentAt;
    this.#sentAt = now;
  }

  /** All received bytes were acknowledged. */
  acknowledged(): void {
    this.#received = 0;
  }

  /** The earliest time for an acknowledgment in a frame of its own; `now` or later. */
  nextAt(now: number): number {
    this.#refill(now);
    if (this.#areTimersLate()) return now;
    const allowedAt = this.#tokens >= size ? now : now + ((size - this.#tokens) * 8000) / this.#rate;
    const arePaced =
      Math.max(this.#receivedAt - this.#sentAt, this.#sentAt - this.#sentBefore) <= maxAckDelay;
    const waits = arePaced && this.#received < fewBytes;
    return waits ? Math.max(allowedAt, this.#receivedAt + maxAckDelay) : allowedAt;
  }

  /** An acknowledgment was sent in a frame of its own. */
  spend(now: number): void {
    this.#refill(now);
    this.#tokens -= size;
  }

  #refill(now: number): void {
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) * this.#rate) / 8000);
    this.#at = now;
  }
}
