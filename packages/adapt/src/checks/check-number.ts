import { displayValue } from './display-value.ts';

/**
 * Returns `value`. Throws a TypeError if it is not a number, and a RangeError unless
 * `isInside(value)`. Both errors state the requirement `kind`.
 */
export function checkNumber(
  name: string,
  value: number,
  kind: string,
  isInside: (value: number) => boolean,
): number {
  if (typeof value !== 'number') throw new TypeError(`${name} must be ${kind}, got ${displayValue(value)}`);
  if (!isInside(value)) throw new RangeError(`${name} must be ${kind}, got ${value}`);
  return value;
}
