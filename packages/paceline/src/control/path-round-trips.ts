/** Number of rounds whose round trips are remembered. A round lasts for about one round trip. The measured rounds of about five seconds are remembered. */
const rememberedRounds = 10;

/**
 * If the least round trip of a new round is below this multiple of the least remembered one, the path
 * has changed, or the remembered rounds met a queue. Then those remembered rounds are forgotten of
 * which all round trips are longer than those of the new round. Other remembered rounds are kept:
 * perhaps the path is the same, and its delay varies.
 */
const newPathRatio = 0.95;

/** Upper limit of `nearlyGreatest` and `withoutQueue`, as a multiple of the least mean round trip. */
const maxSpread = 6;

/** The quantile of the remembered round trips that determines the window. Longer round trips may include time in a queue. */
const countedQuantile = 0.8;

/**
 * Before a round is remembered, its mean is limited to `maxRatio` × its least round trip, and its
 * greatest round trip to the same value or to the least + `maxJitter` ms, whichever is more. Longer
 * round trips were measured while a queue drained.
 */
const maxRatio = 3;
const maxJitter = 50;

/** If less was committed, and the rate of delivery is still above this multiple of the previous rate, the link is busy. */
const busyRatio = 0.88;

/** The first step of a drain phase is surprising if its mean round trip is above this multiple of `nearlyGreatest`. Then a second step must confirm it. */
const surprisingRatio = 1.25;

/**
 * A surprising round is remembered only if its mean round trip is below this multiple of the next
 * step's. Otherwise it has met a queue of other connections.
 */
const maxSurpriseRatio = 1.5;

/** If the least round trip of a round is at most this multiple of `least`, the queue was empty at some moment of the round. */
const queuelessRatio = 1.1;

/** Greatest number of steps of one drain phase. */
const maxSteps = 6;

/** Round trips in ms that were measured in one round. */
export interface RoundTripSummary {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** The round trips of a round, and its rate of delivery in bytes per ms. */
export interface MeasuredRound extends RoundTripSummary {
  readonly rate: number;
}

/**
 * Estimates the round trip that the path has, in ms, while no bytes of this endpoint wait in a queue of the network (“a queue of our own”). From time to time
 * the controller measures this round trip in a drain phase: it commits less, in steps, until no queue of our own is left.
 *
 * The delay of a wireless link varies, and threads are busy. So nearly the greatest round trip of the last ten measured rounds determines the window. With
 * the least one, the window would be too small most of the time.
 */
export class PathRoundTrips {
  #trips: readonly RoundTripSummary[] = [];
  #before: MeasuredRound | undefined; // the previous step, or the round before the drain phase
  #steps = 0; // of the drain phase
  #surprise: MeasuredRound | undefined; // the previous step, if it was surprising

  /**
   * Nearly the greatest mean round trip of the remembered rounds. The window is as large as the
   * number of bytes that the path delivers in this time. Infinity if no round is remembered.
   */
  nearlyGreatest: number = Infinity;
  /** The least mean round trip of the remembered rounds. */
  least: number = Infinity;
  /**
   * Each remembered round has a least round trip, and this is nearly the greatest of these. If the
   * least round trip of a new round is greater, all frames of that round met a queue.
   */
  withoutQueue: number = Infinity;
  /** The greatest difference in ms between the round trips of one remembered round. */
  jitter = 0;

  /** Difference in ms between `nearlyGreatest` and `least`. */
  get spread(): number {
    return this.#trips.length === 0 ? 0 : this.nearlyGreatest - this.least;
  }

  /** A drain phase begins. `before`: the last round before it. */
  drain(before: MeasuredRound): void {
    this.#before = before;
    this.#steps = 0;
    this.#surprise = undefined;
  }

  /**
   * Ends a step of a drain phase, in which fewer bytes were in flight than before. Returns true if
   * there may still be a queue of our own: then a further step must commit even less. Otherwise
   * remembers the round trips of the step. `rate`: the known rate of delivery, in bytes per ms.
   */
  endStep(round: MeasuredRound, rate: number): boolean {
    const before = this.#before!;
    this.#before = round;
    this.#steps++;
    // Less was committed. So a queue of our own becomes shorter, and the link stays busy: the rate
    // remains. Without such a queue, the link is idle for a part of the time, and the rate falls.
    const isBusy = round.rate > busyRatio * (this.#steps === 1 ? rate : before.rate);
    const isShortened = isBusy && round.mean / before.mean < round.rate / before.rate;
    const isSurprising = this.#steps === 1 && round.mean > surprisingRatio * this.nearlyGreatest;
    const mayHaveQueue = round.min > queuelessRatio * this.least && this.#steps < maxSteps;
    if ((isShortened || isSurprising) && mayHaveQueue) {
      this.#surprise = isSurprising && !isShortened ? round : undefined;
      return true;
    }
    // If the rate has fallen in the step after the surprising round, that round met no queue of our
    // own, so it is remembered. If such rounds were not remembered, a path with a varying delay would
    // be represented mostly by its short round trips. The jitter of the surprising round is not
    // remembered: a round lasts for at least twice the jitter, and in long rounds a change of the rate is noticed late.
    const surprise = this.#surprise;
    if (surprise !== undefined && !isBusy && surprise.mean < maxSurpriseRatio * round.mean)
      this.note({ ...surprise, max: surprise.min });
    this.note(round);
    return false;
  }

  /**
   * Remembers round trips of a round in which the application had little to send, unless they are
   * much longer than the known ones. Longer ones may include a queue of data that was sent before.
   */
  noteApplicationLimited(trips: RoundTripSummary): void {
    if (trips.min <= surprisingRatio * this.withoutQueue) this.note(trips);
  }

  /**
   * Remembers round trips that were measured outside of a drain phase if they are shorter than all
   * known ones. Then other traffic has ended, or the route has changed.
   */
  noteShorter(trips: RoundTripSummary): void {
    if (this.#isNewPath(trips)) this.note(trips);
  }

  #isNewPath({ min }: RoundTripSummary): boolean {
    return min < newPathRatio * Math.min(...this.#trips.map((known) => known.min));
  }

  /** Remembers round trips of the path. */
  note(trips: RoundTripSummary): void {
    const known = this.#isNewPath(trips) ? this.#trips.filter(({ min }) => min <= trips.max) : this.#trips;
    this.#trips = [...known, believable(trips)].slice(-rememberedRounds);
    const means = ascending(this.#trips.map(({ mean }) => mean));
    const mins = ascending(this.#trips.map(({ min }) => min));
    this.least = means[0]!;
    this.nearlyGreatest = Math.min(maxSpread * this.least, nearlyGreatestOf(means));
    this.withoutQueue = Math.min(maxSpread * this.least, nearlyGreatestOf(mins));
    this.jitter = Math.max(...this.#trips.map(({ max, min }) => max - min));
  }
}

function believable({ max, mean, min }: RoundTripSummary): RoundTripSummary {
  return {
    min,
    mean: Math.min(mean, maxRatio * min),
    max: Math.min(max, Math.max(maxRatio * min, min + maxJitter)),
  };
}

function ascending(list: readonly number[]): readonly number[] {
  return list.toSorted((one, other) => one - other);
}

function nearlyGreatestOf(sorted: readonly number[]): number {
  return sorted[Math.ceil(countedQuantile * (sorted.length - 1))]!;
}
