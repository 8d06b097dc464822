/** How long, in ms, an update shines. */
const memory = 300;
/** Each entity's rate is brought up to date about every so many ms … */
const every = 100;
/** … in groups that take turns, so that no picture pays for all. */
const groups = 6;

/** How often each entity was updated of late, in Hz by its index. */
export class UpdateRates {
  readonly rates: Float32Array;
  #counted: Uint32Array;
  #refreshedAt: Float64Array;

  constructor(entities: number) {
    this.rates = new Float32Array(entities);
    this.#counted = new Uint32Array(entities);
    this.#refreshedAt = new Float64Array(groups).fill(NaN);
  }

  /** Takes the numbers of updates so far at `time`, in ms. Call it with each picture. */
  refresh(updates: Uint32Array, time: number): void {
    for (let group = 0; group < groups; group++) {
      const elapsed = time - this.#refreshedAt[group]!;
      // The first time each group waits differently long, and is offset from the others from then on.
      if (Number.isNaN(elapsed)) this.#refreshedAt[group] = time - (every * group) / groups;
      else if (elapsed >= every) this.#refreshGroup(group, updates, time, elapsed);
    }
  }

  #refreshGroup(group: number, updates: Uint32Array, time: number, elapsed: number): void {
    this.#refreshedAt[group] = time;
    const weight = 1 - Math.exp(-elapsed / memory);
    const rates = this.rates;
    const counted = this.#counted;
    for (let i = group; i < rates.length; i += groups) {
      const rate = ((updates[i]! - counted[i]!) * 1000) / elapsed;
      rates[i]! += (rate - rates[i]!) * weight;
      counted[i] = updates[i]!;
    }
  }
}
