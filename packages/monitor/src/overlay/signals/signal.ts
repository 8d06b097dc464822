import { type Aggregate, aggregateUnit } from './aggregate.ts';
import { lowPass, memoryOf } from './low-pass.ts';
import { Series } from './series.ts';
import type { Timeline } from './timeline.ts';

/** The way in which a signal is shown. */
export interface SignalSettings {
  /** Unit of its values, such as 'ms'. Signals of the same unit share a plot. */
  unit: string;
  /** The number that is shown of the values in a sample period. */
  aggregate: Aggregate;
  /** Weight of the low-pass filter, 0 (unfiltered) to 0.99. */
  smoothing: number;
  isShown: boolean;
}

/** A number that changes with time. */
export class Signal {
  readonly name: string;
  readonly settings: SignalSettings;
  readonly #series: Series;

  constructor(name: string, timeline: Timeline, settings: SignalSettings) {
    this.name = name;
    this.settings = { ...settings };
    this.#series = new Series(timeline);
  }

  /** Unit of the values that are shown. */
  get unit(): string {
    return aggregateUnit(this.settings.unit, this.settings.aggregate);
  }

  /** Whether the signal has a value to show. */
  get hasValues(): boolean {
    return !this.#series.isEmpty;
  }

  add(period: number, value: number): void {
    this.#series.add(period, value);
  }

  /** See {@link Series.skipTo}. */
  skipTo(period: number): void {
    this.#series.skipTo(period);
  }

  /** See {@link Series.isGap}. */
  isGap(period: number): boolean {
    return this.#series.isGap(period);
  }

  /** The unfiltered values of an aggregate, see {@link values}. */
  valuesBy(aggregate: Aggregate, from: number, to: number): Float64Array {
    return this.#series.values(from, to, aggregate);
  }

  /** The filtered values of the periods from `from` to before `to`; NaN where none is known. */
  values(from: number, to: number): Float64Array {
    const { aggregate, smoothing } = this.settings;
    const earlier = memoryOf(smoothing);
    const values = this.#series.values(from - earlier, to, aggregate);
    lowPass(values, smoothing);
    return values.subarray(earlier);
  }
}
