import type { Delivery } from './window-estimate.ts';

/**
 * The rate of a connection is measured in slots of this many round trips. A slot that took at least
 * `maxSlots` times as long contained a pause: the rate is then unknown.
 */
const roundTripsOfSlot = 2;
const maxSlots = 4;

/** A connection of a shared path, with its figures of the present period. */
export class Share {
  /** Bytes in flight that count for the window of the path. */
  counted = 0;
  /** Whether messages wait to be sent. */
  isBusy = false;
  /** Whether the rate of the connection limits it to less than an equal share. */
  isSlow = false;
  /** Whether it has messages to send and needs an equal share. */
  isSharer = false;
  /** Whether the peer has acknowledged nothing for a whole period although bytes were in flight. */
  isSilent = false;
  // Of the present period:
  hasAsked = false;
  leastRoundTrip: number = Infinity;
  // Of the present slot:
  #bytes = 0;
  #beganAt = NaN;
  #rates: readonly number[] = []; // of the last two slots

  /** Bytes per ms that the connection receives at its best; undefined: unknown. */
  get rate(): number | undefined {
    return this.#rates.length === 0 ? undefined : Math.max(...this.#rates);
  }

  /** Frames were delivered. `roundTrip`: of the path in ms; Infinity: unknown. */
  heard({ bytes, deliveredAt, sentAt }: Delivery, roundTrip: number): void {
    this.isSilent = false;
    this.leastRoundTrip = Math.min(this.leastRoundTrip, deliveredAt - sentAt);
    const slot = roundTripsOfSlot * roundTrip;
    const elapsed = deliveredAt - this.#beganAt;
    this.#bytes += bytes;
    if (elapsed < slot) return;
    this.#rates = elapsed < maxSlots * slot ? [this.#bytes / elapsed, ...this.#rates.slice(0, 1)] : [];
    this.#bytes = 0;
    this.#beganAt = deliveredAt;
  }

  /** Ends the present period and begins the next one. */
  endPeriod(): void {
    this.isSilent ||= this.leastRoundTrip === Infinity && this.counted > 0;
    this.leastRoundTrip = Infinity;
    this.hasAsked = false;
  }
}
