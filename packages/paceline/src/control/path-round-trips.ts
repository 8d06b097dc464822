/** Number of rounds that are remembered: those of about five seconds. */
const rememberedRounds = 10;

/**
 * If the least round trip of a round is below this multiple of the least remembered one, the path
 * has changed, or the remembered rounds contained a queue. Remembered rounds with only longer round
 * trips than the new round are forgotten. The others are kept, because the delay may only vary.
 */
const newPathRatio = 0.95;

/** Upper limit of `nearlyGreatest` and `withoutQueue`, as a multiple of the least mean round trip. */
const maxSpread = 6;

/** The quantile of the remembered round trips that determines the window: longer ones may have contained a queue. */
const countedQuantile = 0.8;

/**
 * In a remembered round, the mean is limited to `maxRatio` × the least round trip. The greatest is
 * limited to the same, or to the least + `maxJitter` ms if that is more. Longer round trips were
 * measured while a queue drained.
 */
const maxRatio = 3;
const maxJitter = 50;

/** If the rate of delivery stays above this multiple of the previous one although less was committed, the link is still busy. */
const busyRatio = 0.88;

/** A mean round trip above this multiple of `nearlyGreatest` is checked by another step before it is believed. */
const surprisingRatio = 1.25;

/**
 * A surprising round is remembered if its mean round trip is below this multiple of the next
 * round's. A longer one has met a queue of other connections.
 */
const maxSurpriseRatio = 1.5;

/** A round met no queue, at least for a time, if its least round trip is at most this multiple of `least`. */
const queuelessRatio = 1.1;

/** Greatest number of steps of one drain phase. */
const maxSteps = 6;

/** Round trips in ms that were measured in one round. */
export interface RoundTripSummary {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** A round, and the rate of delivery in it in bytes per ms. */
export interface MeasuredRound extends RoundTripSummary {
  readonly rate: number;
}

/**
 * Round trips of the path without our own queue, in ms, as drain phases show them. The delay of a wireless link varies, and threads are busy. So nearly the
 * greatest of the last ten determines the window: with the least one, the window would be too small most of the time.
 */
export class PathRoundTrips {
  #trips: readonly RoundTripSummary[] = [];
  #before: MeasuredRound | undefined; // the step before, or the round before the drain phase
  #steps = 0; // of the drain phase
  #surprise: MeasuredRound | undefined; // the step before, if its round trips were surprising

  /**
   * Nearly the greatest mean round trip of the remembered rounds: the window must last for this
   * time. Infinity: no round is remembered.
   */
  nearlyGreatest: number = Infinity;
  /** The least mean round trip of the remembered rounds. */
  least: number = Infinity;
  /**
   * Nearly the greatest of the least round trips of the remembered rounds. If the least round trip
   * of a new round is greater, all frames of that round met a queue.
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
   * there may still be a queue of our own: then another step must commit even less. Otherwise the
   * round trips are those of the path. `rate`: the known rate of delivery, in bytes per ms.
   */
  endStep(round: MeasuredRound, rate: number): boolean {
    const before = this.#before!;
    this.#before = round;
    this.#steps++;
    // A queue of our own becomes shorter, and the rate remains. Without one, the rate falls.
    const isBusy = round.rate > busyRatio * (this.#steps === 1 ? rate : before.rate);
    const isShortened = isBusy && round.mean / before.mean < round.rate / before.rate;
    const isSurprising = this.#steps === 1 && round.mean > surprisingRatio * this.nearlyGreatest;
    const mayHaveQueue = round.min > queuelessRatio * this.least && this.#steps < maxSteps;
    if ((isShortened || isSurprising) && mayHaveQueue) {
      this.#surprise = isSurprising && !isShortened ? round : undefined;
      return true;
    }
    // If the rate has fallen in the step after the surprising round, that round met no queue of our
    // own, so it is remembered. Otherwise the short round trips of a varying delay would be remembered
    // more often than the long ones. The jitter of the surprising round is not remembered: it would
    // make rounds so long that a change of the rate is noticed late.
    const surprise = this.#surprise;
    if (surprise !== undefined && !isBusy && surprise.mean < maxSurpriseRatio * round.mean)
      this.note({ ...surprise, max: surprise.min });
    this.note(round);
    return false;
  }

  /**
   * Remembers round trips of a round in which the application had little to send, unless they are
   * much longer than the known ones: data that the application sent before may still be in a queue.
   */
  noteApplicationLimited(trips: RoundTripSummary): void {
    if (trips.min <= surprisingRatio * this.withoutQueue) this.note(trips);
  }

  /**
   * Remembers round trips of a round with much data in flight if they are shorter than all known
   * ones: other traffic has ended, or the route has changed. No drain phase is necessary to see that.
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
