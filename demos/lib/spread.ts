/** The median and the range of some measured values. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** The spread of values; undefined without values. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  if (last < 0) return undefined;
  const median = (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2;
  return { median, min: sorted[0]!, max: sorted[last]!, count: sorted.length };
}

/** A spread as text, such as `612 (590–650)`. A single value has no range. */
export function formatSpread(spread: Spread, format: (value: number) => string): string {
  const { count, max, median, min } = spread;
  return count > 1 ? `${format(median)} (${format(min)}–${format(max)})` : format(median);
}

/** The value below which `share` (0 to 1) of all values are, by the nearest rank; undefined without values. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
