/**
 * The numbers ≥ 0 in a unit near the greatest of them, so that neither their sum nor a product with it overflows. The unit is a power of two, so nothing is
 * rounded.
 */
export function relative(numbers: readonly number[]): number[] {
  const greatest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const unit = greatest > 0 ? 2 ** Math.min(Math.floor(Math.log2(greatest)), 1023) : 1;
  return numbers.map((number) => number / unit);
}
