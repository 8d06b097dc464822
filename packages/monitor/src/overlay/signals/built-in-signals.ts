import { builtInNames } from './built-in-names.ts';
import type { Signal, SignalSettings } from './signal.ts';
import type { SignalSet } from './signal-set.ts';
import type { Timeline } from './timeline.ts';

/** Maximum number of threads with a signal of their own. */
const maxThreads = 8;

/** The signals that the overlay computes itself from the records. */
export class BuiltInSignals {
  #timeline: Timeline;
  #signals: SignalSet;
  #frameRate: Signal;
  #longest: Signal;
  #lateness: Signal;
  #drops: Signal;
  #updated: Signal;
  #cancelled: Signal;
  #busy: Map<string, Signal> = new Map();
  #latenesses: number[] = [];

  constructor(timeline: Timeline, signals: SignalSet) {
    this.#timeline = timeline;
    this.#signals = signals;
    const add = (name: string, unit: string, aggregate: SignalSettings['aggregate']): Signal =>
      signals.builtIn(name, { unit, aggregate });
    this.#frameRate = add(builtInNames.frameRate, 'frames', 'rate');
    this.#longest = add(builtInNames.longest, 'ms', 'max');
    this.#lateness = add(builtInNames.lateness, 'ms', 'last');
    this.#drops = add(builtInNames.drops, 'drops', 'rate');
    this.#updated = add(builtInNames.updated, 'updates', 'average');
    this.#cancelled = add(builtInNames.cancelled, 'updates', 'average');
  }

  frame(time: number): void {
    this.#frameRate.add(this.#timeline.periodAt(time), 1);
  }

  /** A callback that ran from `start` to `end`. Its time is divided among the sample periods. */
  ran(thread: string, start: number, end: number): void {
    const first = this.#timeline.periodAt(start);
    const last = this.#timeline.periodAt(end);
    this.#longest.add(last, end - start);
    const busy = this.#busyOf(thread);
    if (busy === undefined) return;
    if (first === last) return busy.add(last, end - start);
    for (let period = Math.max(first, last - this.#timeline.kept); period <= last; period++) {
      const from = Math.max(start, this.#timeline.startOf(period));
      busy.add(period, Math.min(end, this.#timeline.startOf(period + 1)) - from);
    }
  }

  late(lateness: number): void {
    this.#latenesses.push(lateness);
  }

  dropped(time: number): void {
    this.#drops.add(this.#timeline.periodAt(time), 1);
  }

  windowEnded(time: number, updated: number, cancelled: number): void {
    const period = this.#timeline.periodAt(time);
    this.#updated.add(period, updated);
    this.#cancelled.add(period, cancelled);
  }

  /** Ends a sample: the lateness of the timers since the last one is added to the period. */
  sampled(period: number): void {
    const sorted = Float64Array.from(this.#latenesses).toSorted();
    this.#latenesses.length = 0;
    if (sorted.length > 0) this.#lateness.add(period, sorted[Math.ceil(0.95 * sorted.length) - 1]!);
  }

  /** Rates of work that was not done in the last second before the period `end`. Records of it have no priority. */
  losses(end: number): readonly { readonly text: string; readonly rate: number }[] {
    const periods = Math.max(1, Math.round(1000 / this.#timeline.period));
    const rateOf = (signal: Signal): number => {
      const rates = signal.valuesBy('rate', end - periods, end).filter((rate) => !Number.isNaN(rate));
      return rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    };
    return [
      { text: 'dropped tasks', rate: rateOf(this.#drops) },
      { text: 'cancelled updates', rate: rateOf(this.#cancelled) },
    ];
  }

  #busyOf(thread: string): Signal | undefined {
    const known = this.#busy.get(thread);
    if (known !== undefined || this.#busy.size >= maxThreads) return known;
    const signal = this.#signals.builtIn(builtInNames.busy + thread, { unit: 'ms', aggregate: 'rate' });
    this.#busy.set(thread, signal);
    return signal;
  }
}
