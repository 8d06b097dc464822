/** Time constant of the averages in ms. */
const memory = 300;
/** Milliseconds between two updates of the rate of an entity. */
const every = 100;
/** Number of groups of entities that are updated in turn, so that no frame pays for all. */
const groups = 6;

/** Recent update rate of each entity in Hz, by entity index. */
export class UpdateRates {
  readonly rates: Float32Array;
  #counted: Uint32Array;
  #refreshedAt: Float64Array;

  constructor(entities: number) {
    this.rates = new Float32Array(entities);
    this.#counted = new Uint32Array(entities);
    this.#refreshedAt = new Float64Array(groups).fill(NaN);
  }

  /**
   * Updates the rates. `updates` has the number of updates by entity index at `time`, in ms. To be
   * called once per frame.
   */
  refresh(updates: Uint32Array, time: number): void {
    for (let group = 0; group < groups; group++) {
      const elapsed = time - this.#refreshedAt[group]!;
      // The first interval of each group has a different length, so that the groups stay apart.
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
