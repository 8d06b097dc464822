/** Round trips of the path that are remembered: about five seconds' worth. */
const remembered = 10;

/** A shorter round trip than this share of all remembered ones belongs to another path, or the others contained a queue. */
const shorter = 0.95;

/** The greatest remembered round trip counts as at most this many of the least one. */
const maxSpread = 3;

/** Share of its rate at which the link is still busy, although less has been committed. */
const busy = 0.88;

/** A longer round trip than this many of the greatest remembered one is checked before it is believed. */
const surprising = 1.25;

/** Round trips within this many of the least remembered one contain no queue. */
const withoutQueue = 1.1;

/** Greatest number of steps of one drain phase. */
const maxSteps = 6;

/** Round trips in ms that were measured in one round, and the rate of delivery in bytes per ms. */
export interface RoundOfPath {
  readonly mean: number;
  readonly min: number;
  readonly rate: number;
}

type RoundTrips = Pick<RoundOfPath, 'mean' | 'min'>;

/**
 * Round trips of the path without our own queue, in ms, as drain phases show them. The delay of a wireless link varies, so the greatest of the last ten
 * counts: with the least one, the window would be too small for most of the time.
 */
export class PathRoundTrips {
  #trips: readonly RoundTrips[] = [];
  #before: RoundOfPath | undefined; // the step before, or the round before the drain phase
  #steps = 0; // of the drain phase

  /** Greatest round trip that a window must last for; Infinity: none is known. */
  greatest: number = Infinity;
  least: number = Infinity;

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
    const mayHaveQueue = round.mean > withoutQueue * this.least && this.#steps < maxSteps;
    if ((isShortened || isSurprising) && mayHaveQueue) return true;
    this.note(round);
    return false;
  }

  /** Remembers round trips of the path. */
  note(trips: RoundTrips): void {
    const known = trips.min < shorter * Math.min(...this.#trips.map(({ min }) => min)) ? [] : this.#trips;
    this.#trips = [...known, { mean: trips.mean, min: trips.min }].slice(-remembered);
    const means = this.#trips.map(({ mean }) => mean).toSorted((one, other) => one - other);
    this.least = means[0]!;
    this.greatest = Math.min(maxSpread * this.least, means.at(-1)!);
  }
}
