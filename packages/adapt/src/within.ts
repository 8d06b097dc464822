import { display } from './display.ts';

/** Returns `value`; throws a TypeError if it is not a number, and a RangeError that says what it must be unless it `isInside`. */
export function within(
  name: string,
  value: number,
  kind: string,
  isInside: (value: number) => boolean,
): number {
  if (typeof value !== 'number') throw new TypeError(`${name} must be ${kind}, got ${display(value)}`);
  if (!isInside(value)) throw new RangeError(`${name} must be ${kind}, got ${value}`);
  return value;
}
