/** A prime below 2²⁶. The product of two integers below it is exact in a double. */
export const modulus = 67_108_859;

/** The product of the integers from `from` to `to`, modulo `modulus`. */
export function remainderOf(from: number, to: number): number {
  let remainder = 1;
  for (let factor = from; factor <= to; factor++) remainder = timesModulo(remainder, factor);
  return remainder;
}

/** The product of two numbers below `modulus`, modulo `modulus`. */
export function timesModulo(one: number, other: number): number {
  return (one * other) % modulus;
}
