import { usualSegment } from '../control/latency-controller.ts';
import { isHidden } from './is-hidden.ts';

/**
 * Maximum rate of acknowledgments in bits per second (thesis §4.3.2: 30 to 50 kbit/s). A share of
 * the received bytes is allowed in addition, see `shareOfRate`.
 *
 * The packet of an acknowledgment also acknowledges TCP segments, often an odd number of them. The
 * next TCP acknowledgment may then cover three segments instead of two. So the peer's TCP sends
 * three segments at once, and a full queue in the network drops the third. Therefore a controller
 * that needs fewer acknowledgments requests only half of this rate (`LatencyController.ackRate`).
 */
export const maxAckRate = 40_000;

/**
 * Acknowledgments may take `shareOfRate` × rate of the received bytes: 0.5 % at a rate of 40,000 bits
 * per second. So they are more frequent on a fast path.
 */
const shareOfRate = 1 / 8e6;

/** Size in bytes of a frame with only an acknowledgment, including the headers of all lower layers. */
const size = 60;

/** Bytes of acknowledgments that may be sent at once after a pause. */
const burst = 4 * size;

/**
 * An acknowledgment waits at most this many ms for a data frame that can carry it. It waits only if
 * the last data frames were sent at most this many ms apart. In games, both endpoints send data in
 * each step, and a separate frame for an acknowledgment would be larger than the data.
 */
export const maxAckDelay = 25;

/** Data frames that are sent at most this many ms apart belong to the same step of the application. */
const step = 4;

/**
 * An acknowledgment waits for a data frame only if it is for fewer bytes than this. TCP, too,
 * acknowledges every second segment at once (RFC 5681 §4.2).
 */
const fewBytes = 2 * usualSegment;

/** Determines when a frame with only an acknowledgment may be sent. */
export class AckPace {
  #tokens = burst; // bytes
  #at = -Infinity;
  #sentAt = -Infinity; // time of the last data frame
  #sentBefore = -Infinity; // time of the last data frame of the previous step
  #receivedAt = 0; // arrival of the oldest frame that is not acknowledged
  #received = 0; // bytes that are not acknowledged
  #rate: number;
  #areTimersLate: () => boolean;

  /**
   * `rate`: in bits per second. While `areTimersLate` returns true, as in a hidden page, acknowledgments do not wait: a late timer would delay them, and the
   * peer would regard the connection as stalled.
   */
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

  /** The earliest time for a frame with only an acknowledgment; `now` or later. */
  nextAt(now: number): number {
    this.#refill(now);
    if (this.#areTimersLate()) return now;
    const allowedAt = this.#tokens >= size ? now : now + ((size - this.#tokens) * 8000) / this.#rate;
    const arePaced =
      Math.max(this.#receivedAt - this.#sentAt, this.#sentAt - this.#sentBefore) <= maxAckDelay;
    const waits = arePaced && this.#received < fewBytes;
    return waits ? Math.max(allowedAt, this.#receivedAt + maxAckDelay) : allowedAt;
  }

  /** A frame with only an acknowledgment was sent. */
  spend(now: number): void {
    this.#refill(now);
    this.#tokens -= size;
  }

  #refill(now: number): void {
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) * this.#rate) / 8000);
    this.#at = now;
  }
}
