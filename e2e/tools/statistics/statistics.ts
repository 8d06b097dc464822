/** The value below which the share `p` (0 to 1) of the values lies, interpolated between its neighbours; NaN of none. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const place = (sorted.length - 1) * p;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place % 1);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The mean of the middle half: as little moved by what is far off as the median, and finer than the steps of the clock. NaN of none. */
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

/** NaN of none. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** How far the mean of other values of the same kind is likely to lie off; NaN of fewer than two. */
export function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const squares = sum(values.map((value) => (value - middle) ** 2));
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** Half the distance of the quartiles, as a share of the median: how far a typical round lies off. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / Math.abs(median(values));
}

/** The median of the ratios by round: what disturbed a round has disturbed both. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, i) => value / others[i]!));
}

/** Rounds to so many digits after the point. */
export function round(value: number, count: number): number {
  return Number(value.toFixed(count));
}

/** Rounds to so many digits that count. */
export function digits(value: number, count: number): number {
  return Number(value.toPrecision(count));
}
