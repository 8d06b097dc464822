/**
 * Divides numbers ≥ 0 by a power of two near the largest number. Then their sum does not overflow,
 * nor does the product of a result and this sum. Dividing by a power of two is exact unless the result
 * underflows.
 */
export function scaleToLargest(numbers: readonly number[]): number[] {
  const largest = numbers.reduce((max, number) => Math.max(max, number), 0);
  const unit = largest > 0 ? 2 ** Math.min(Math.floor(Math.log2(largest)), 1023) : 1;
  return numbers.map((number) => number / unit);
}
