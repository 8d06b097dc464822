/** Round trips of the path that are remembered: about five seconds' worth. */
const remembered = 10;

/** A shorter round trip than this share of all remembered ones belongs to another path, or the others contained a queue. */
const shorter = 0.95;

/** Round trips count as at most this many of the least one. */
const maxSpread = 6;

/** Share of the remembered rounds that a window must last for: the others may have contained a queue. */
const counted = 0.8;

/** In one round, the mean round trip counts as at most this many of the least one, and the greatest one as this many or `maxJitter` ms more: in a longer one a queue became empty. */
const maxRatio = 3;
const maxJitter = 50;

/** Share of its rate at which the link is still busy, although less has been committed. */
const busy = 0.88;

/** A longer round trip than this many of the remembered ones is checked before it is believed. */
const surprising = 1.25;

/** A round whose least round trip is within this many of the least remembered one met no queue. */
const queueless = 1.1;

/** Greatest number of steps of one drain phase. */
const maxSteps = 6;

/** Round trips in ms that were measured in one round. */
export interface RoundTrips {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** A round, and the rate of delivery in it in bytes per ms. */
export interface RoundOfPath extends RoundTrips {
  readonly rate: number;
}

/**
 * Round trips of the path without our own queue, in ms, as drain phases show them. The delay of a wireless link varies, and threads are busy, so nearly the
 * greatest of the last ten counts: with the least one, the window would be too small for most of the time.
 */
export class PathRoundTrips {
  #trips: readonly RoundTrips[] = [];
  #before: RoundOfPath | undefined; // the step before, or the round before the drain phase
  #steps = 0; // of the drain phase

  /** Mean round trip that a window must last for; Infinity: none is known. */
  greatest: number = Infinity;
  /** Least mean round trip. */
  least: number = Infinity;
  /** Least round trip of a round without a queue: if that of a round is greater, all of the round met a queue. */
  withoutQueue: number = Infinity;
  /** Ms by which the round trips of one round differ. */
  jitter = 0;

  /** Ms by which round trips of the path differ. */
  get spread(): number {
    return this.#trips.length === 0 ? 0 : this.greatest - this.least;
  }

  /** A drain phase begins. `before`: the last round before it. */
  drain(before: RoundOfPath): void {
    this.#before = before;
    this.#steps = 0;
  }

  /**
   * Ends a step of a drain phase, in which less was under way than before. Returns true if there may still be a queue of our own: then another step must
   * commit even less. Otherwise the round trips are those of the path. `rate`: the known rate of delivery, in bytes per ms.
   */
  endStep(round: RoundOfPath, rate: number): boolean {
    const before = this.#before!;
    this.#before = round;
    this.#steps++;
    // A queue of our own becomes shorter, and the rate remains. Without one, the rate falls.
    const isBusy = round.rate > busy * (this.#steps === 1 ? rate : before.rate);
    const isShortened = isBusy && round.mean / before.mean < round.rate / before.rate;
    const isSurprising = this.#steps === 1 && round.mean > surprising * this.greatest;
    const mayHaveQueue = round.min > queueless * this.least && this.#steps < maxSteps;
    if ((isShortened || isSurprising) && mayHaveQueue) return true;
    this.note(round);
    return false;
  }

  /** Remembers round trips of a round in which the application had little to send, unless they are surprising: it may have sent much before. */
  noteApplicationLimited(trips: RoundTrips): void {
    if (trips.min <= surprising * this.withoutQueue) this.note(trips);
  }

  /** Remembers round trips of the path. */
  note(trips: RoundTrips): void {
    const known = trips.min < shorter * Math.min(...this.#trips.map(({ min }) => min)) ? [] : this.#trips;
    this.#trips = [...known, believable(trips)].slice(-remembered);
    const means = ascending(this.#trips.map(({ mean }) => mean));
    const mins = ascending(this.#trips.map(({ min }) => min));
    this.least = means[0]!;
    this.greatest = Math.min(maxSpread * this.least, nearlyGreatest(means));
    this.withoutQueue = Math.min(maxSpread * this.least, nearlyGreatest(mins));
    this.jitter = Math.max(...this.#trips.map(({ max, min }) => max - min));
  }
}

function believable({ max, mean, min }: RoundTrips): RoundTrips {
  return {
    min,
    mean: Math.min(mean, maxRatio * min),
    max: Math.min(max, Math.max(maxRatio * min, min + maxJitter)),
  };
}

function ascending(list: readonly number[]): readonly number[] {
  return list.toSorted((one, other) => one - other);
}

function nearlyGreatest(sorted: readonly number[]): number {
  return sorted[Math.ceil(counted * (sorted.length - 1))]!;
}
