/** A prime below 2²⁶: products of two numbers below it are exact. */
export const modulus = 67_108_859;

/** What remains of the product of the numbers from `from` to `to`, divided by `modulus`. */
export function remainderOf(from: number, to: number): number {
  let remainder = 1;
  for (let factor = from; factor <= to; factor++) remainder = timesModulo(remainder, factor);
  return remainder;
}

/** Both below `modulus`. */
export function timesModulo(one: number, other: number): number {
  return (one * other) % modulus;
}
