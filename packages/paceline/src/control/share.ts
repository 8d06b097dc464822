import { RecentMinimum } from './recent-minimum.ts';
import type { Delivery } from './window-estimate.ts';

/** The rate of a connection is measured in slots of this many round trips. */
const roundTripsOfSlot = 2;

/** The least round trip of a connection is that of the last 30 to 60 s. */
const roundTripSpan = 30_000;

/**
 * A connection is distant if its least round trip in a period exceeds the least one of all connections
 * of the path by this factor and by this many ms. It is then distant for `distantTime` ms.
 */
const [distantRatio, distantDelay] = [2, 50];
const distantTime = 8000;

/**
 * A connection is distant only after this many long round trips in succession. One long round trip is
 * not enough: if TCP loses a segment, the frames in flight take long on any path.
 */
const longRounds = 2;

/** A connection of a shared path, with its figures of the present period. */
export class Share {
  /** Bytes in flight that count for the window of the path. */
  counted = 0;
  /** Whether messages waited to be sent at the last acknowledgment. False if the connection is silent or distant, or has not asked since the last period. */
  isBusy = false;
  /** Whether the rate of the connection limits it to less than an equal share. */
  isSlow = false;
  /** Whether it has messages to send and needs an equal share. */
  isSharer = false;
  /** Whether the peer has acknowledged nothing for a whole period although bytes were in flight. */
  isSilent = false;
  /** Whether its path is much longer than that of another connection, or its peer reads late. */
  isDistant = false;
  #distantUntil = -Infinity;
  #rounds = 0; // since the last period with a short round trip
  #roundAt = -Infinity; // the present round ends when a frame that was sent after this time is acknowledged
  // Of the present period:
  /** Whether the connection has asked how much it may send. */
  hasAsked = false;
  leastRoundTrip: number = Infinity;
  #hadBytes = false; // whether bytes were in flight at the beginning of the period
  // Of the present slot:
  #bytes = 0;
  #beganAt = NaN; // NaN: none has begun
  #rates: readonly number[] = []; // of the last two slots
  #ownRoundTrip: RecentMinimum = new RecentMinimum(roundTripSpan);

  /** Bytes per ms that the connection delivers at its best; undefined: unknown. */
  get rate(): number | undefined {
    return this.#rates.length === 0 ? undefined : Math.max(...this.#rates);
  }

  /** Bytes that the connection delivers, at its rate, in the time of its least round trip; undefined: unknown. */
  get window(): number | undefined {
    return this.rate === undefined ? undefined : this.rate * this.#ownRoundTrip.value;
  }

  /** Frames were delivered. `pathRoundTrip`: in ms; Infinity: unknown. */
  heard(
    { bytes, deliveredAt, now, roundTrip, sentAt, unacknowledged }: Delivery,
    pathRoundTrip: number,
  ): void {
    this.isSilent = false;
    if (sentAt >= this.#roundAt) {
      this.#rounds++;
      this.#roundAt = now;
    }
    this.leastRoundTrip = Math.min(this.leastRoundTrip, roundTrip);
    this.#ownRoundTrip.note(roundTrip, deliveredAt);
    this.#bytes += bytes;
    const isIdle = unacknowledged === 0;
    const elapsed = deliveredAt - this.#beganAt;
    if (isIdle) this.#rates = []; // the connection may have had too little to send
    else if (elapsed < roundTripsOfSlot * pathRoundTrip) return;
    else if (!Number.isNaN(elapsed)) this.#rates = [this.#bytes / elapsed, ...this.#rates.slice(0, 1)];
    this.#bytes = 0;
    this.#beganAt = isIdle ? NaN : deliveredAt;
  }

  /** Ends the present period and begins the next one. `leastOfAll`: least round trip of all connections. */
  endPeriod(leastOfAll: number, now: number): void {
    const usual = Math.max(distantRatio * leastOfAll, leastOfAll + distantDelay);
    if (this.leastRoundTrip <= usual) this.#rounds = 0;
    else if (this.#rounds >= longRounds && this.leastRoundTrip < Infinity)
      this.#distantUntil = now + distantTime;

    this.isDistant = now < this.#distantUntil;
    this.isSilent ||= this.#hadBytes && this.leastRoundTrip === Infinity;
    this.#hadBytes = this.counted > 0;
    this.leastRoundTrip = Infinity;
    this.hasAsked = false;
  }
}
