/** The value below which the share `p` (0 to 1) of the values lies, interpolated between adjacent values. NaN if there are no values. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const position = (sorted.length - 1) * p;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position % 1);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The mean of the middle half of the values. It tolerates outliers as long as they are less than a quarter of the values at either end, and a coarse clock
 * affects it less than the median. NaN if there are no values.
 */
export function middleMean(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const quarter = Math.floor(sorted.length / 4);
  return mean(sorted.slice(quarter, sorted.length - quarter));
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** NaN if there are no values. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** The standard error of the mean of the values. NaN for fewer than two values. */
export function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const squares = sum(values.map((value) => (value - middle) ** 2));
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** Half the interquartile range as a share of the median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / Math.abs(median(values));
}

/**
 * The median of `values[i] / others[i]` over all rounds `i`. Noise in a round affects both values,
 * so their ratio hardly changes.
 */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, i) => value / others[i]!));
}

/** Rounds to `count` decimal places. */
export function round(value: number, count: number): number {
  return Number(value.toFixed(count));
}

/** Rounds to `count` significant digits. */
export function digits(value: number, count: number): number {
  return Number(value.toPrecision(count));
}
