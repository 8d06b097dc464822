/**
 * Filters values in place: each result is `weight` times the result before it and `1 - weight` times the value. A gap (NaN) stays a gap, and the filter
 * begins anew after it. `weight`: 0 leaves the values unchanged. Source: gscope (Goel 2003, section 6.4.1).
 */
export function lowPass(values: Float64Array, weight: number): void {
  if (weight === 0) return;
  let before = NaN;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isNaN(before)) values[i] = weight * before + (1 - weight) * value;
    before = values[i]!;
  }
}

/** Number of earlier values that still change a result of {@link lowPass} by more than a hundredth. */
export function memoryOf(weight: number): number {
  return weight === 0 ? 0 : Math.ceil(Math.log(0.01) / Math.log(weight));
}
