import type { Quantiles } from './load.ts';

/** Number of points between which values are interpolated: every 2.5 %. */
const points = 41;

/** Returns the quantiles of values, or zeros if there are no values. */
export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((one, other) => one - other);
  return Array.from({ length: points }, (_, i) => valueAt(sorted, i / (points - 1)));
}

/** Returns the quantiles of values with weights, or zeros if there are no values. */
export function weightedQuantilesOf(
  values: readonly (readonly [value: number, weight: number])[],
): Quantiles {
  const sorted = values.toSorted(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  let [next, below] = [0, 0];
  return Array.from({ length: points }, (_, i) => {
    const share = (i / (points - 1)) * total;
    while (next < sorted.length - 1 && below + sorted[next]![1] < share) below += sorted[next++]![1];
    return sorted[next]?.[0] ?? 0;
  });
}

/** The value that a share of sorted values does not exceed, interpolated; 0 if there is none. */
export function valueAt(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const before = sorted[Math.floor(at)] ?? 0;
  const after = sorted[Math.ceil(at)] ?? 0;
  return before + (after - before) * (at - Math.floor(at));
}

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Draws values with the distribution of quantiles. The draws are spread evenly (a golden-ratio sequence), so few of them already have the quantiles of
 * the distribution, and each run has the same.
 */
export class QuantileSource {
  #quantiles: Quantiles;
  #share: number;

  /** `start`: 0 to 1; sources with different starts are independent. */
  constructor(quantiles: Quantiles, start: number) {
    this.#quantiles = quantiles;
    this.#share = start;
  }

  next(): number {
    this.#share = (this.#share + goldenRatio) % 1;
    return valueAt(this.#quantiles, this.#share);
  }
}
