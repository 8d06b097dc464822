import { MAX_MAGNITUDE } from './max-magnitude.ts';
import { checkNumber } from './check-number.ts';

/** Returns `value`. Throws a TypeError if it is not a number, and a RangeError if it is not from 1e-100 to 1e100. */
export function checkPositive(name: string, value: number): number {
  const isInside = (given: number): boolean => given >= 1 / MAX_MAGNITUDE && given <= MAX_MAGNITUDE;
  return checkNumber(name, value, 'a number from 1e-100 to 1e100', isInside);
}
