import { checkNumber } from './options.ts';

/**
 * At a higher rate, a thread could not make all steps, and rounding of the clock would swallow
 * some. At a lower rate, a step would take more than 11 days.
 */
const BOUNDS = { min: 1e-6, max: 1e6 } as const;

/** Returns `rate`, in Hz. Throws a TypeError if it is not a number, a RangeError if it is not from 0.000001 to 1,000,000. */
export function checkRate(what: string, rate: unknown): number {
  return checkNumber(what, rate, BOUNDS);
}
