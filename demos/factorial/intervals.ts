/** The integers from `start` (inclusive) to `end` (exclusive). */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Splits the numbers 1 to `n` into intervals of `length`; the last one may be shorter. */
export function intervalsOf(n: number, length: number): Interval[] {
  return Array.from({ length: Math.ceil(n / length) }, (_, i) => ({
    start: 1 + i * length,
    end: 1 + Math.min(n, (i + 1) * length),
  }));
}
