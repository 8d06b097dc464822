import type { Entry } from '../entities/entity-list.ts';

/** The arrays of {@link EntryColumns}. */
class Facts {
  readonly priorities: Float64Array;
  readonly costs: Float64Array;
  readonly updatedAt: Float64Array;
  readonly minRates: Float64Array;
  readonly isKnown: Uint8Array;

  constructor(size: number) {
    this.priorities = new Float64Array(size);
    this.costs = new Float64Array(size);
    this.updatedAt = new Float64Array(size);
    this.minRates = new Float64Array(size);
    this.isKnown = new Uint8Array(size);
  }

  /** Copies a range from another collection to the same places. */
  copy(other: Facts, from: number, to: number): void {
    this.priorities.set(other.priorities.subarray(from, to), from);
    this.costs.set(other.costs.subarray(from, to), from);
    this.updatedAt.set(other.updatedAt.subarray(from, to), from);
    this.minRates.set(other.minRates.subarray(from, to), from);
    this.isKnown.set(other.isKnown.subarray(from, to), from);
  }

  /** Copies one entry's facts from its place in another collection. */
  take(place: number, other: Facts, former: number): void {
    this.priorities[place] = other.priorities[former]!;
    this.costs[place] = other.costs[former]!;
    this.updatedAt[place] = other.updatedAt[former]!;
    this.minRates[place] = other.minRates[former]!;
    this.isKnown[place] = other.isKnown[former]!;
  }
}

/**
 * What a window knows of its entries, by position in the list: typed arrays, because reading tens of thousands of entries from memory in each
 * window costs more than all decisions about them. The facts of an entry follow it to its new position.
 */
export class EntryColumns {
  #facts: Facts = new Facts(0);
  #former: Facts = new Facts(0);
  #count = 0;

  /** Results of the policy. During a window they are overwritten for entries that a minimum rate demands. */
  get priorities(): Float64Array {
    return this.#facts.priorities;
  }

  /** Expected costs in ns; < 0 if unknown. */
  get costs(): Float64Array {
    return this.#facts.costs;
  }

  /** Steps that the frame had made at the last update. */
  get updatedAt(): Float64Array {
    return this.#facts.updatedAt;
  }

  /** Minimum rates in Hz. */
  get minRates(): Float64Array {
    return this.#facts.minRates;
  }

  /** 0 if the facts of the entry are out of date. */
  get isKnown(): Uint8Array {
    return this.#facts.isKnown;
  }

  /** Arranges the facts for a list whose first `unchanged` entries are at the same positions as in the last one. */
  arrange<E extends object>(entries: readonly Entry<E>[], unchanged: number): void {
    const count = this.#count;
    const from = Math.min(unchanged, count);
    this.#makeRoom(entries.length);
    this.#count = entries.length;
    if (from >= entries.length) return;
    const [facts, former] = [this.#facts, this.#former];
    former.copy(facts, from, count);
    for (let place = from; place < entries.length; place++) {
      const entry = entries[place]!;
      if (entry.place >= from) facts.take(place, former, entry.place);
      else facts.isKnown[place] = 0;
      entry.place = place;
    }
  }

  /** All facts are out of date. */
  forget(): void {
    this.#facts.isKnown.fill(0);
  }

  #makeRoom(count: number): void {
    if (this.#facts.isKnown.length >= count) return;
    const larger = new Facts(count * 2);
    larger.copy(this.#facts, 0, this.#count);
    this.#facts = larger;
    this.#former = new Facts(count * 2);
  }
}
