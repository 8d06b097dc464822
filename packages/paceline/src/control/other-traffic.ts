/** There is a queue on the path if the least round trip of a period exceeds the least one ever measured by this factor. */
const queueRatio = 1.25;

/**
 * If the least round trips of `steadyPeriods` periods in succession differ by less than a factor of
 * `steadyRatio`, they are those of the route without a queue, because a queue of other traffic would
 * vary more. So if they are longer than before, the route has changed.
 */
const steadyPeriods = 8;
const steadyRatio = 1.05;

/** Number of consecutive periods with a queue after which other traffic is assumed. */
const periods = 4;

/** Time in ms for which other traffic is assumed: the first time, and at most. */
const [firstTime, maxTime] = [8000, 60_000];

/**
 * Finds out whether other traffic keeps a queue on a path. While other traffic is assumed, our
 * connections have no common window, and many of them can keep a queue themselves. So the assumption
 * ends after some time even if the queue remains. Each assumption lasts for twice the time of the
 * one before, up to `maxTime`.
 */
export class OtherTraffic {
  isPresent = false;
  #leastEver = Infinity; // ms
  #recent: readonly number[] = []; // least round trips of the last periods
  #periods = 0; // consecutive periods with a queue
  #until = 0;
  #nextTime: number = firstTime;

  /** A period has ended. `leastRoundTrip`: in ms, without a queue of our own. */
  endPeriod(leastRoundTrip: number, now: number): void {
    this.#recent = [...this.#recent, leastRoundTrip].slice(-steadyPeriods);
    const least = Math.min(...this.#recent);
    const isSteady = this.#recent.length === steadyPeriods && Math.max(...this.#recent) < steadyRatio * least;
    this.#leastEver = isSteady ? least : Math.min(this.#leastEver, least);
    const hasQueue = leastRoundTrip > queueRatio * this.#leastEver;
    this.#periods = hasQueue ? this.#periods + 1 : 0;
    if (this.isPresent) {
      this.isPresent = hasQueue && now < this.#until;
      this.#periods = 0;
    } else if (this.#periods >= periods) {
      this.isPresent = true;
      this.#until = now + this.#nextTime;
      this.#nextTime = Math.min(maxTime, 2 * this.#nextTime);
    }
  }
}
