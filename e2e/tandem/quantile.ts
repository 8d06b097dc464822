/** The value below which the share `q`, 0 to 1, of the samples lies; NaN of none. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = Float64Array.from(samples).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

/** NaN of none. */
export function mean(samples: readonly number[]): number {
  let total = 0;
  for (const sample of samples) total += sample;
  return total / samples.length;
}
