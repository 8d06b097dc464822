import { LogHistogram } from '../../histogram/log-histogram.ts';

/** Maximum number of names with a histogram, which takes 13.6 kB. */
const maxNames = 128;
const otherNames = 'other names';

/** A name of callbacks, with their run times. */
export interface NamedCallbacks {
  /** Index in the table. */
  readonly index: number;
  readonly name: string;
  /** Run times in ms. */
  readonly runTimes: LogHistogram;
}

/** The callbacks and spans that were recorded, by name. After 128 names, further ones count as `other names`. */
export class CallbackTable {
  /** Lateness of timers in ms. */
  lateness: LogHistogram = new LogHistogram();
  #byName: Map<string, NamedCallbacks> = new Map();
  #byIndex: NamedCallbacks[] = [];

  /** Returns the entry of a name. */
  named(name: string): NamedCallbacks {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (this.#byIndex.length >= maxNames && name !== otherNames) return this.named(otherNames);
    const added = { index: this.#byIndex.length, name, runTimes: new LogHistogram() };
    this.#byName.set(name, added);
    this.#byIndex.push(added);
    return added;
  }

  /** Returns the entry with an index. */
  at(index: number): NamedCallbacks {
    return this.#byIndex[index]!;
  }

  /** The names that have run, the greatest total time first. */
  get byTotalTime(): readonly NamedCallbacks[] {
    return this.#byIndex
      .filter(({ runTimes }) => runTimes.count > 0)
      .toSorted((one, other) => other.runTimes.sum - one.runTimes.sum);
  }

  /** Removes the run times and the lateness, and keeps the names. */
  clear(): void {
    this.lateness = new LogHistogram();
    this.#byIndex = this.#byIndex.map((entry) => ({ ...entry, runTimes: new LogHistogram() }));
    this.#byName = new Map(this.#byIndex.map((entry) => [entry.name, entry]));
  }
}
