import { SampledSignal } from './sampled-signal.ts';
import { Signal, type SignalSettings } from './signal.ts';
import type { Timeline } from './timeline.ts';

/** Maximum number of signals, so that a program that makes up names needs no more memory. */
const maxSignals = 64;

const defaults: SignalSettings = { unit: '', aggregate: 'last', smoothing: 0, isShown: true };

/** The signals of an overlay, in the order in which they appeared. */
export class SignalSet {
  /** Number of recorded values and of sampled signals that are missing, because there were too many signals. */
  refused = 0;
  #timeline: Timeline;
  #signals: Map<string, Signal> = new Map();
  #sampled: Map<string, SampledSignal> = new Map();
  #given: Map<string, Partial<SignalSettings>> = new Map();
  #mainThread: string | undefined;

  /** `mainThread`: the thread whose signals have no thread in their name; by default the first one that records a value. */
  constructor(timeline: Timeline, mainThread?: string) {
    this.#timeline = timeline;
    this.#mainThread = mainThread;
  }

  get all(): readonly Signal[] {
    return [...this.#signals.values()];
  }

  get sampled(): readonly SampledSignal[] {
    return [...this.#sampled.values()];
  }

  /** Returns a new signal of the overlay itself. */
  builtIn(name: string, settings: Partial<SignalSettings>): Signal {
    return this.#named(name, settings);
  }

  /** Adds a value that a thread has recorded. Signals of the main thread have no thread in their name. */
  push(thread: string, name: string, period: number, value: number): void {
    this.#mainThread ??= thread;
    const key = thread === this.#mainThread ? name : `${thread}: ${name}`;
    if (!this.#signals.has(key) && this.#signals.size >= maxSignals) this.refused++;
    else this.#named(key, this.#given.get(name)).add(period, value);
  }

  /** Adds a signal that is read for each sample, unless there are too many. Replaces one of the same name. Returns a function that removes it. */
  sample(name: string, read: () => number, settings: Partial<SignalSettings>): () => void {
    this.#signals.delete(name);
    if (this.#signals.size >= maxSignals) {
      this.refused++;
      return () => {};
    }
    const sampled = new SampledSignal(this.#named(name, { ...this.#given.get(name), ...settings }), read);
    this.#sampled.set(name, sampled);
    return () => {
      if (this.#sampled.get(name) !== sampled) return;
      this.#sampled.delete(name);
      this.#signals.delete(name);
    };
  }

  /** Changes the settings of the signals with a name, also of those that appear later. */
  configure(name: string, settings: Partial<SignalSettings>): void {
    this.#given.set(name, { ...this.#given.get(name), ...settings });
    for (const [key, signal] of this.#signals)
      if (key === name || key.endsWith(`: ${name}`)) Object.assign(signal.settings, settings);
  }

  /** Marks the periods before `period` without a value as a gap. */
  skipTo(period: number): void {
    for (const signal of this.#signals.values()) signal.skipTo(period);
  }

  #named(key: string, settings: Partial<SignalSettings> = {}): Signal {
    const known = this.#signals.get(key);
    if (known !== undefined) return known;
    const signal = new Signal(key, this.#timeline, { ...defaults, ...settings });
    this.#signals.set(key, signal);
    return signal;
  }
}
