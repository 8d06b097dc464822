/**
 * e^-z for 0 ≤ z ≤ 1 within 6e-4 (5e-5 for z ≤ 0.5), by the Padé approximant of order (2, 2).
 * Unlike `Math.exp`, it returns the same bits in every engine. If each update multiplies the
 * distance of a value to its target by `decay(rate * seconds)`, the value approaches the target
 * equally fast at any update rate.
 */
export function decay(z: number): number {
  const even = 12 + z * z;
  return (even - 6 * z) / (even + 6 * z);
}
