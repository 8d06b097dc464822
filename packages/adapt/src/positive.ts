import { largest } from './largest.ts';
import { within } from './within.ts';

/** Returns `value`; throws a TypeError if it is not a number, and a RangeError that names it if it is not from 1e-100 to 1e100. */
export function positive(name: string, value: number): number {
  const isInside = (given: number): boolean => given >= 1 / largest && given <= largest;
  return within(name, value, 'a number from 1e-100 to 1e100', isInside);
}
