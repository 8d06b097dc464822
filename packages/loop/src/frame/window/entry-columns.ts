import type { Entry } from '../entities/entity-list.ts';

/** The arrays of {@link EntryColumns}. */
class Columns {
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

  /** Copies a range of rows from `other` to the same positions. */
  copyRange(other: Columns, from: number, to: number): void {
    this.priorities.set(other.priorities.subarray(from, to), from);
    this.costs.set(other.costs.subarray(from, to), from);
    this.updatedAt.set(other.updatedAt.subarray(from, to), from);
    this.minRates.set(other.minRates.subarray(from, to), from);
    this.isKnown.set(other.isKnown.subarray(from, to), from);
  }

  /** Copies row `from` of `other` to the row at `position`. */
  copyRow(position: number, other: Columns, from: number): void {
    this.priorities[position] = other.priorities[from]!;
    this.costs[position] = other.costs[from]!;
    this.updatedAt[position] = other.updatedAt[from]!;
    this.minRates[position] = other.minRates[from]!;
    this.isKnown[position] = other.isKnown[from]!;
  }
}

/**
 * The data of a window about its entries, as one typed array per column, indexed by the position in the list (structure of arrays). Reading tens of thousands
 * of entry objects from memory in each window would cost more than all decisions about them. The data of an entry follows it to its new position.
 */
export class EntryColumns {
  #columns: Columns = new Columns(0);
  #former: Columns = new Columns(0);
  #count = 0;

  /** Results of the policy. During a window, the results of entries that are due by their minimum rate, or chosen in list order, are overwritten. */
  get priorities(): Float64Array {
    return this.#columns.priorities;
  }

  /** Expected costs in ns; < 0 if unknown. */
  get costs(): Float64Array {
    return this.#columns.costs;
  }

  /** `updatedAt` of the entries. */
  get updatedAt(): Float64Array {
    return this.#columns.updatedAt;
  }

  /** Minimum rates in Hz. */
  get minRates(): Float64Array {
    return this.#columns.minRates;
  }

  /** 0 if the data of the entry is out of date, else 1. */
  get isKnown(): Uint8Array {
    return this.#columns.isKnown;
  }

  /** Moves the data to the positions of a new list, whose first `unchanged` entries are at the same positions as in the last one. */
  arrange<E extends object>(entries: readonly Entry<E>[], unchanged: number): void {
    const count = this.#count;
    const from = Math.min(unchanged, count);
    this.#makeRoom(entries.length);
    this.#count = entries.length;
    if (from >= entries.length) return;
    const [columns, former] = [this.#columns, this.#former];
    former.copyRange(columns, from, count);
    for (let position = from; position < entries.length; position++) {
      const entry = entries[position]!;
      if (entry.position >= from) columns.copyRow(position, former, entry.position);
      else columns.isKnown[position] = 0;
      entry.position = position;
    }
  }

  /** Marks all data as out of date. */
  forget(): void {
    this.#columns.isKnown.fill(0);
  }

  #makeRoom(count: number): void {
    if (this.#columns.isKnown.length >= count) return;
    const larger = new Columns(count * 2);
    larger.copyRange(this.#columns, 0, this.#count);
    this.#columns = larger;
    this.#former = new Columns(count * 2);
  }
}
