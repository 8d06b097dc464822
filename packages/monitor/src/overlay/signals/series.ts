import { type Aggregate, aggregated } from './aggregate.ts';
import type { Timeline } from './timeline.ts';

/** Numbers of a period: the number of values, their sum, the least, the greatest and the newest. A number of values of NaN means a gap. */
const numbersPerPeriod = 5;

/** The summary of a period without values. */
const none = { count: 0, sum: 0, min: Infinity, max: -Infinity, last: NaN };

/** The values of a signal, summarized by sample period. Keeps the newest periods in memory of a fixed size, so the aggregate can be chosen later. */
export class Series {
  #timeline: Timeline;
  #numbers: Float64Array;
  #first = 0; // the period of the first value
  #end = 0; // the period after the newest one
  #current = NaN; // the period of the last value
  #currentAt = 0; // its index in the numbers
  #summary = { ...none }; // of one period; used again, because many values are read for each drawing

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    this.#numbers = new Float64Array(timeline.kept * numbersPerPeriod);
  }

  /** Whether the series has had a value. */
  get isEmpty(): boolean {
    return this.#first === this.#end;
  }

  /** Adds a value. A period that is older than the kept ones is ignored. */
  add(period: number, value: number): void {
    // Most values belong to the same period as the one before.
    if (period !== this.#current && !this.#turnTo(period)) return;
    const [at, numbers] = [this.#currentAt, this.#numbers];
    numbers[at]!++;
    numbers[at + 1]! += value;
    if (value < numbers[at + 2]!) numbers[at + 2] = value;
    if (value > numbers[at + 3]!) numbers[at + 3] = value;
    numbers[at + 4] = value;
  }

  /** Prepares a period for values. Returns false if it is older than the kept ones. */
  #turnTo(period: number): boolean {
    if (this.isEmpty) this.#first = this.#end = period;
    else if (period < this.#oldest) return false;
    this.#extend(period + 1, 0);
    this.#current = period;
    this.#currentAt = this.#at(period);
    if (Number.isNaN(this.#numbers[this.#currentAt]!)) this.#clear(period, 0); // a gap ends in this period
    return true;
  }

  /** Marks the periods before `end` that have no number yet as a gap: nothing was recorded in them. */
  skipTo(end: number): void {
    if (!this.isEmpty) this.#extend(end, NaN);
    this.#current = NaN;
  }

  /** Whether nothing was recorded in a period after the first value, for example because the display was frozen. */
  isGap(period: number): boolean {
    const isKnown = !this.isEmpty && period >= Math.max(this.#first, this.#oldest);
    return isKnown && Number.isNaN(this.#countAt(period));
  }

  /**
   * Returns the aggregate of each period from `from` to before `to`. NaN: a gap, or no value to show. With the aggregate `last`, a period without a value
   * shows the last one before it.
   */
  values(from: number, to: number, by: Aggregate): Float64Array {
    const values = new Float64Array(Math.max(0, to - from));
    const isHeld = by === 'last';
    let held = isHeld ? this.#heldAt(from) : NaN;
    for (let i = 0; i < values.length; i++) {
      const count = this.#countAt(from + i);
      values[i] = isHeld && count === 0 ? held : this.#aggregated(from + i, count, by);
      held = values[i]!;
    }
    return values;
  }

  /** The aggregate of a period with `count` values. */
  #aggregated(period: number, count: number, by: Aggregate): number {
    if (Number.isNaN(count)) return NaN;
    if (period >= this.#end) return aggregated(none, by, this.#timeline.period);
    const [at, numbers, to] = [this.#at(period), this.#numbers, this.#summary];
    to.count = count;
    to.sum = numbers[at + 1]!;
    to.min = numbers[at + 2]!;
    to.max = numbers[at + 3]!;
    to.last = numbers[at + 4]!;
    return aggregated(to, by, this.#timeline.period);
  }

  /** Number of values in a period; NaN in a gap, and where nothing is known. */
  #countAt(period: number): number {
    if (this.isEmpty || period < Math.max(this.#first, this.#oldest)) return NaN;
    return period < this.#end ? this.#numbers[this.#at(period)]! : 0;
  }

  #heldAt(period: number): number {
    let before = period - 1;
    while (this.#countAt(before) === 0) before--;
    return this.#aggregated(before, this.#countAt(before), 'last');
  }

  get #oldest(): number {
    return this.#end - this.#timeline.kept;
  }

  #extend(end: number, count: number): void {
    const from = Math.max(this.#end, end - this.#timeline.kept);
    for (let period = from; period < end; period++) this.#clear(period, count);
    this.#end = Math.max(this.#end, end);
  }

  #clear(period: number, count: number): void {
    const [at, numbers] = [this.#at(period), this.#numbers];
    numbers[at] = count;
    numbers[at + 1] = 0;
    numbers[at + 2] = Infinity;
    numbers[at + 3] = -Infinity;
    numbers[at + 4] = NaN;
  }

  #at(period: number): number {
    const { kept } = this.#timeline;
    return (((period % kept) + kept) % kept) * numbersPerPeriod;
  }
}
