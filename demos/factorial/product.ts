import type { Interval } from './intervals.ts';

/** A prime larger than all factors, so that no product is zero: the Mersenne prime 2⁶¹ − 1. */
export const prime: bigint = 2n ** 61n - 1n;

/** An interval that is long enough for the engine to compile `product`. */
export const warmUp: Interval = { start: 1, end: 100_000 };

/**
 * The product of the integers in an interval, modulo `modulus`.
 *
 * The demo does not compute the exact n!, because that does not scale to many workers. The
 * multiplications of n! form a tree whose levels take about the same time each. The last levels
 * have only four, two and one multiplications, and a single multiplication cannot be divided
 * between workers. With 256 workers, 1,000,000! in 256 intervals is at most about four times as
 * fast as with one worker (measured in Chromium, version 153). The paper cannot have computed exact
 * factorials either: its 3,000,000,000! (DOHA, WWW'12 §2.1) has 27 billion digits. Modulo a number,
 * each factor costs the same.
 */
export function product({ end, start }: Interval, modulus: bigint): bigint {
  let result = 1n;
  for (let factor = start; factor < end; factor++) result = (result * BigInt(factor)) % modulus;
  return result;
}
