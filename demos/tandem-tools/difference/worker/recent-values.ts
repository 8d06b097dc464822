import type { Quantiles } from '../messages.ts';

/** Larger values count as this value, in ms. */
export const maxValue = 3999;
/** With fewer values, a percentile would be the figure of a single event. */
const minCount = 5;
/** The number of parts of the window. The oldest part leaves the window at once. */
const parts = 24;

/**
 * Counts the values of the last `window` ms (Infinity: all values), rounded to whole ms, and computes their quantiles. The cost of `add` does not
 * depend on the number of values.
 */
export class RecentValues {
  #partLength: number;
  #counts = Array.from({ length: parts }, () => new Uint32Array(maxValue + 1));
  #totals = new Uint32Array(maxValue + 1);
  #count = 0;
  #part = NaN; // the number of the newest part, counted from time 0

  constructor(window: number) {
    this.#partLength = window / parts;
  }

  /** Adds a value in ms at `now`, which never decreases. */
  add(value: number, now: number): void {
    this.#forget(now);
    const rounded = Math.max(0, Math.min(maxValue, Math.round(value)));
    this.#counts[this.#part % parts]![rounded]!++;
    this.#totals[rounded]!++;
    this.#count++;
  }

  /** Returns undefined if the window up to `now` has fewer than five values. */
  take(now: number): Quantiles | undefined {
    this.#forget(now);
    if (this.#count < minCount) return undefined;
    return { median: this.#quantile(0.5), p95: this.#quantile(0.95) };
  }

  #forget(now: number): void {
    const part = Math.floor(now / this.#partLength);
    const before = Number.isNaN(this.#part) ? part : this.#part;
    for (let old = Math.max(before, part - parts) + 1; old <= part; old++)
      this.#clear(this.#counts[old % parts]!);
    this.#part = Math.max(part, before);
  }

  #clear(counts: Uint32Array): void {
    for (let value = 0; value <= maxValue; value++) {
      this.#totals[value]! -= counts[value]!;
      this.#count -= counts[value]!;
    }
    counts.fill(0);
  }

  /** The smallest value that is at least as large as the fraction `part` of all values. */
  #quantile(part: number): number {
    let left = Math.max(1, Math.ceil(part * this.#count));
    let value = 0;
    while (left > this.#totals[value]!) left -= this.#totals[value++]!;
    return value;
  }
}
