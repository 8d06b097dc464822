/** Weight of a new interval between acknowledgments in the average. */
const intervalWeight = 1 / 8;

/** Maximum interval between acknowledgments in ms. In a longer one, the network was silent. */
const maxInterval = 50;

/**
 * Weights of a new acknowledgment in the average of their delays, if it took longer than the average
 * and if not. When acknowledgments are late, the window must soon be larger. Otherwise nothing is sent
 * until they arrive.
 */
const [longerWeight, shorterWeight] = [1 / 8, 1 / 32];

/** Averages of the intervals between acknowledgments, and of their delays, in ms. */
export class AckTiming {
  /** Time between two acknowledgments. */
  interval = 0;
  /** Time that acknowledgments take longer than the fastest one. */
  delay = 0;
  /** Time since which an acknowledgment is expected: that of the last one, or of the last moment with nothing in flight. */
  lastAt: number = NaN;

  /** An acknowledgment arrived. `delay`: ms that it took longer than the fastest one. */
  note(now: number, delay: number): void {
    if (now > this.lastAt)
      this.interval += (Math.min(maxInterval, now - this.lastAt) - this.interval) * intervalWeight;
    this.lastAt = now;
    this.delay += (delay - this.delay) * (delay > this.delay ? longerWeight : shorterWeight);
  }
}
