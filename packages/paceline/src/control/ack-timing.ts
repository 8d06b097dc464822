/** Weight of a new interval between acknowledgments in the average. */
const intervalWeight = 1 / 8;

/** A longer interval between acknowledgments counts as this many ms, because the network was silent. */
const maxInterval = 50;

/**
 * Weight of a new acknowledgment in the average of the delays: the first weight if its delay is longer
 * than the average, else the second. When acknowledgments become late, the window must soon grow.
 * Otherwise nothing could be sent until they arrive.
 */
const [longerWeight, shorterWeight] = [1 / 8, 1 / 32];

/** Averages of the intervals between acknowledgments, and of their delays, in ms. */
export class AckTiming {
  /** Average time between two acknowledgments. */
  interval = 0;
  /** Average time by which an acknowledgment takes longer than the fastest one. */
  delay = 0;
  /** Time of the last acknowledgment, or the last time at which nothing was in flight, whichever is later. From then on, an acknowledgment is expected. */
  lastAt: number = NaN;

  /** An acknowledgment arrived. `delay`: ms that it took longer than the fastest one. */
  note(now: number, delay: number): void {
    if (now > this.lastAt)
      this.interval += (Math.min(maxInterval, now - this.lastAt) - this.interval) * intervalWeight;
    this.lastAt = now;
    this.delay += (delay - this.delay) * (delay > this.delay ? longerWeight : shorterWeight);
  }
}
