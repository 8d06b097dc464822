import { within } from './within.ts';

/** Returns `value`; throws a TypeError if it is not a number, and a RangeError that names it if it is not finite and > 0. */
export function positive(name: string, value: number): number {
  if (value > 0 && typeof value === 'number' && value < Infinity) return value;
  return within(name, value, 'a finite number > 0', false);
}
