/** A callback that runs repeatedly, with its expected cost. */
export interface Costed {
  /**
   * Expected cost of a run in whole nanoseconds; {@link UNKNOWN} or {@link DOUBTFUL} if no cost is known. Engines store a small integer inside the object,
   * so a change allocates nothing.
   */
  cost: number;
}

/** The cost of a task before its first run. */
export const UNKNOWN = -1;
/**
 * The cost of a callback whose next run ends its burst, so that the clock is read directly after it.
 * Updates of entities have this cost before their first run. If a burst took much longer than
 * expected, all of its callbacks get this cost, because any of them may be the reason.
 */
export const DOUBTFUL = -2;

/** Maximum expected duration of the callbacks between two readings of the clock, in ms. */
export const CLOCK_INTERVAL = 0.1;
/** Maximum number of callbacks between two readings of the clock. */
const MAX_CALLBACKS = 32;
/** Maximum number of callbacks of unknown cost between two readings of the clock. */
const MAX_UNKNOWN = 8;

const NS_PER_MS = 1e6;
/** Maximum cost in ns. Longer runs count as 1 s, so that the cost stays a small integer. */
const MAX_COST = 1e9;
/**
 * When the error of an expected duration is distributed over callbacks, each callback counts as at
 * least this many ns. Otherwise a callback whose cost seems to be 0 would get no part of the error.
 */
const MIN_SHARE = 100;
/** Smaller differences between the expected and the measured duration of a burst, in ns, are noise. */
const NOISE = 5000;
/**
 * A callback may have become more expensive if a burst takes more than twice the expected time, and
 * if the difference is more than this many ns plus the noise.
 */
const SURPRISE = 50_000;

/**
 * The callbacks that run between two readings of the clock. A reading costs as much as several small callbacks. So the loop does not read the clock after
 * each callback: the burst adds up the expected costs, which it learns from earlier runs, and ends when their sum reaches the limit.
 *
 * If all costs are constant and known, the work ends at most one callback after its limit, because callbacks are not interrupted (DOHA, WWW'12 §2.1).
 */
export class Burst {
  /** Number of callbacks that have run. */
  size = 0;
  /** Total duration in ms of the bursts that have ended. */
  total = 0;

  #callbacks: (Costed | undefined)[] = []; // the first `size` belong to this burst
  #limit = 0; // ns, whole
  #remaining = 0; // the part of the limit that is not used yet; ns, whole
  #unknownCount = 0; // callbacks of unknown cost
  #unknownCost = CLOCK_INTERVAL * NS_PER_MS; // expected cost of each of these, in ns: the maximum so far, decaying

  /** Starts a burst of at most `limit` ms, or {@link CLOCK_INTERVAL} if that is less. */
  begin(limit: number): void {
    this.size = 0;
    this.#unknownCount = 0;
    this.#remaining = this.#limit = wholeCost((limit < CLOCK_INTERVAL ? limit : CLOCK_INTERVAL) * NS_PER_MS);
  }

  /** Ends the burst after the callback that is running. */
  end(): void {
    this.#limit -= this.#remaining;
    this.#remaining = 0;
  }

  /** Counts a run of `callback`. Returns whether another callback may run before the clock is read. */
  add(callback: Costed): boolean {
    this.#callbacks[this.size++] = callback;
    const { cost } = callback;
    if (cost >= 0) this.#remaining -= cost;
    else this.#addUnknown(cost);
    return this.#remaining > 0 && this.size < MAX_CALLBACKS;
  }

  /** Whether another callback may run before the clock is read. */
  get canContinue(): boolean {
    return this.#remaining > 0 && this.size < MAX_CALLBACKS;
  }

  /** Learns the costs from the duration of the burst in ms, measured with a clock of the given resolution in ms. */
  learnCosts(duration: number, resolution: number): void {
    this.total += duration;
    const expected = this.#limit - this.#remaining;
    const error = duration * NS_PER_MS - expected;
    if (this.size === 1) return this.#measure(this.#callbacks[0]!, expected + error);
    const noise = Math.max(NOISE, resolution * NS_PER_MS);
    if (error > SURPRISE + noise && error > expected) this.#doubt(duration > this.size * resolution);
    else if (this.#unknownCount > 0) this.#measureUnknown(error);
    else if (Math.abs(error) > noise + expected / 8) this.#distribute(error / 4);
  }

  /** Drops the references to the callbacks, so that the burst keeps none of them alive. */
  forget(): void {
    this.#callbacks.fill(undefined);
  }

  #addUnknown(cost: number): void {
    this.#unknownCount++;
    this.#remaining -= this.#unknownCost;
    if (cost === DOUBTFUL || this.#unknownCount === MAX_UNKNOWN) this.end();
  }

  /**
   * A run that is longer than expected counts in full, a shorter one by half. The effect of a
   * single pause of the thread therefore fades after a few runs.
   */
  #measure(callback: Costed, cost: number): void {
    if (callback.cost < 0) this.#updateUnknownCost(cost);
    callback.cost = wholeCost(Math.max(cost, (callback.cost + cost) / 2));
  }

  #updateUnknownCost(cost: number): void {
    this.#unknownCost = wholeCost(Math.max(cost, this.#unknownCost * 0.9));
  }

  /** Divides the time that the known costs do not explain among the callbacks of unknown cost. */
  #measureUnknown(error: number): void {
    const cost = wholeCost(error / this.#unknownCount + this.#unknownCost);
    this.#updateUnknownCost(cost);
    for (let i = 0; i < this.size; i++) if (this.#callbacks[i]!.cost < 0) this.#callbacks[i]!.cost = cost;
  }

  /**
   * Makes the next run of each callback end its burst, so that the clock is read after it. If the
   * clock is too coarse to measure single callbacks, increases all costs instead.
   */
  #doubt(isMeasurable: boolean): void {
    if (!isMeasurable) return this.#distribute(SURPRISE);
    for (let i = 0; i < this.size; i++) this.#callbacks[i]!.cost = DOUBTFUL;
    this.#unknownCost = CLOCK_INTERVAL * NS_PER_MS;
  }

  /** Distributes `error` over the callbacks in proportion to their expected costs. */
  #distribute(error: number): void {
    const share = error / (this.#limit - this.#remaining + this.size * MIN_SHARE);
    for (let i = 0; i < this.size; i++) {
      const callback = this.#callbacks[i]!;
      const cost = Math.max(0, callback.cost);
      callback.cost = wholeCost(cost + (cost + MIN_SHARE) * share);
    }
  }
}

function wholeCost(cost: number): number {
  return cost > 0 ? Math.min(Math.round(cost), MAX_COST) : 0;
}
