import { firstPriority } from '../../recording/first-priority.ts';

/** Number of callbacks that are kept. */
const capacity = 32_768;

/** Maximum number of rows, apart from that of the first priority. */
const maxRows = 12;

/** Callbacks whose priority is from `low` to `high`. Both are included. */
export interface PriorityRow {
  readonly low: number;
  readonly high: number;
  /** Callbacks per second. */
  readonly rate: number;
}

/** The priorities of the newest callbacks of tasks. */
export class PriorityRates {
  #times: Float64Array = new Float64Array(capacity);
  #priorities: Float64Array = new Float64Array(capacity);
  #count = 0;

  /** Adds a callback that ended at `time`, in ms. */
  add(time: number, priority: number): void {
    const at = this.#count++ % capacity;
    this.#times[at] = time;
    this.#priorities[at] = priority;
  }

  /**
   * Returns the rate of callbacks by priority between two times in ms, the highest priority first. With at most 12 different priorities, each has a row.
   * Otherwise 12 rows divide the range of the priorities evenly. Priorities from {@link firstPriority} on have a row of their own.
   */
  rows(from: number, to: number): readonly PriorityRow[] {
    const perSecond = 1000 / Math.max(1, to - Math.max(from, this.#since));
    const sorted = this.#between(from, to);
    const index = sorted.findIndex((priority) => priority >= firstPriority);
    const ordinary = index < 0 ? sorted : sorted.subarray(0, index);
    const count = sorted.length - ordinary.length;
    const first = { low: firstPriority, high: firstPriority, rate: count * perSecond };
    return [...(count > 0 ? [first] : []), ...rowsOf(ordinary, perSecond)];
  }

  /** The time of the oldest callback that is kept, if older ones were overwritten. */
  get #since(): number {
    return this.#count > capacity ? this.#times[this.#count % capacity]! : -Infinity;
  }

  /** Sorted priorities. */
  #between(from: number, to: number): Float64Array {
    const found: number[] = [];
    const oldest = Math.max(0, this.#count - capacity);
    for (let i = this.#count - 1; i >= oldest; i--) {
      const time = this.#times[i % capacity]!;
      if (time >= from && time <= to) found.push(this.#priorities[i % capacity]!);
    }
    return Float64Array.from(found).toSorted();
  }
}

/** Whether sorted priorities have more different values than there are rows. */
function isSpread(sorted: Float64Array): boolean {
  let levels = 1;
  for (let i = 1; i < sorted.length && levels <= maxRows; i++) if (sorted[i] !== sorted[i - 1]) levels++;
  return levels > maxRows;
}

function evenBounds(least: number, most: number): number[] {
  return Array.from({ length: maxRows }, (_, row) => least + (row / maxRows) * (most - least));
}

/** The rows of sorted priorities. */
function rowsOf(found: Float64Array, perSecond: number): readonly PriorityRow[] {
  const [least, most] = [found[0], found.at(-1)];
  if (least === undefined || most === undefined) return [];
  const levels = isSpread(found) ? undefined : [...new Set(found)];
  const bounds = levels ?? evenBounds(least, most);
  const counts = new Float64Array(bounds.length);
  let row = 0;
  for (const priority of found) {
    while (row + 1 < bounds.length && priority >= bounds[row + 1]!) row++;
    counts[row]!++;
  }
  const highOf = (i: number): number => (levels === undefined ? (bounds[i + 1] ?? most) : bounds[i]!);
  return bounds.map((low, i) => ({ low, high: highOf(i), rate: counts[i]! * perSecond })).toReversed();
}
