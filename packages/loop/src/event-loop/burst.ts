/** Something that runs again and again, with the expected cost of a run. */
export interface Costed {
  /**
   * Expected cost of a run in whole nanoseconds; negative until a run has been observed. A small integer is stored inside the object: an update
   * of it allocates nothing.
   */
  cost: number;
}

/** The cost of something that has not run yet. */
export const UNKNOWN = -1;
/** The cost of something that ran in a burst which took much longer than expected: the next run has a burst of its own. */
export const DOUBTFUL = -2;

/** Between two readings of the clock lie at most this many ms of expected work … */
export const CLOCK_INTERVAL = 0.1;
/** … and at most this many callbacks … */
const LONGEST_BURST = 32;
/** … of which at most this many run for the first time. */
const MAX_NEWCOMERS = 16;

const NS_PER_MS = 1e6;
/** A longer run counts as this much, so that the number stays a small integer. */
const MAX_COST = 1e9;
/** ns that every member counts for when an error is spread, so that members which seemed to cost nothing get a part. */
const LEAST_SHARE = 100;
/** Errors of a burst below this many ns are not worth learning from. */
const NOISE = 5000;
/** A burst that takes this many ns and twice as long as expected has a member that costs more than it did. */
const SURPRISE = 50_000;

/**
 * Callbacks that run between two readings of the clock. A reading costs as much as several small callbacks, so the burst goes by what each
 * callback has cost before: it ends when the expected costs reach the limit.
 *
 * With fixed and known costs, work ends at most one callback after its limit: dispatch is non-preemptive (DOHA, WWW'12 §2.1).
 */
export class Burst {
  /** Callbacks that ran. */
  size = 0;
  /** Total duration in ms of the bursts that have ended. */
  total = 0;

  #members: (Costed | undefined)[] = []; // up to size those of this burst
  #limit = 0; // ns, whole
  #left = 0; // ns, whole
  #newcomers = 0;
  #newcomerCost = CLOCK_INTERVAL * NS_PER_MS; // expected, ns: a maximum of what newcomers have cost, which decays

  /** Starts a burst that may take `limit` ms, or {@link CLOCK_INTERVAL} if that is less. */
  begin(limit: number): void {
    this.size = 0;
    this.#newcomers = 0;
    this.#left = this.#limit = wholeCost((limit < CLOCK_INTERVAL ? limit : CLOCK_INTERVAL) * NS_PER_MS);
  }

  /** Lets no other callback run before the clock is read. */
  end(): void {
    this.#limit -= this.#left;
    this.#left = 0;
  }

  /** Counts a run of `member`. Returns whether another callback may run before the clock is read. */
  add(member: Costed): boolean {
    this.#members[this.size++] = member;
    const { cost } = member;
    if (cost >= 0) this.#left -= cost;
    else this.#addNewcomer(cost);
    return this.#left > 0 && this.size < LONGEST_BURST;
  }

  /** Whether another callback may run before the clock is read. */
  get goesOn(): boolean {
    return this.#left > 0 && this.size < LONGEST_BURST;
  }

  /** Learns the costs from the duration of the burst, in ms, which a clock of the given resolution in ms has shown. */
  settle(duration: number, resolution: number): void {
    this.total += duration;
    const expected = this.#limit - this.#left;
    const error = duration * NS_PER_MS - expected;
    if (this.size === 1) return this.#observe(this.#members[0]!, expected + error);
    const noise = Math.max(NOISE, resolution * NS_PER_MS);
    if (error > SURPRISE + noise && error > expected) this.#doubt(duration > this.size * resolution);
    else if (this.#newcomers > 0) this.#greet(error);
    else if (Math.abs(error) > noise + expected / 8) this.#spread(error / 4);
  }

  /** Forgets the members: what will not run again must not be kept alive. */
  forget(): void {
    this.#members.fill(undefined);
  }

  #addNewcomer(cost: number): void {
    this.#newcomers++;
    this.#left -= this.#newcomerCost;
    if (cost === DOUBTFUL || this.#newcomers === MAX_NEWCOMERS) this.end();
  }

  /** A long run counts at once, a shorter one by half: a single pause of the thread is forgotten after a few runs. */
  #observe(member: Costed, cost: number): void {
    if (member.cost < 0) this.#expectNewcomers(cost);
    member.cost = wholeCost(Math.max(cost, (member.cost + cost) / 2));
  }

  #expectNewcomers(cost: number): void {
    this.#newcomerCost = wholeCost(Math.max(cost, this.#newcomerCost * 0.9));
  }

  /** Newcomers share the time that the others do not explain. */
  #greet(error: number): void {
    const cost = wholeCost(error / this.#newcomers + this.#newcomerCost);
    this.#expectNewcomers(cost);
    for (let i = 0; i < this.size; i++) if (this.#members[i]!.cost < 0) this.#members[i]!.cost = cost;
  }

  /** Each member is observed alone the next time; if the clock is too coarse for that, the members share the error. */
  #doubt(isObservable: boolean): void {
    if (!isObservable) return this.#spread(SURPRISE);
    for (let i = 0; i < this.size; i++) this.#members[i]!.cost = DOUBTFUL;
    this.#newcomerCost = CLOCK_INTERVAL * NS_PER_MS;
  }

  /** Spreads `error` over the members in proportion to their expected costs. */
  #spread(error: number): void {
    const share = error / (this.#limit - this.#left + this.size * LEAST_SHARE);
    for (let i = 0; i < this.size; i++) {
      const member = this.#members[i]!;
      const cost = Math.max(0, member.cost);
      member.cost = wholeCost(cost + (cost + LEAST_SHARE) * share);
    }
  }
}

function wholeCost(cost: number): number {
  return cost > 0 ? Math.min(Math.round(cost), MAX_COST) : 0;
}
