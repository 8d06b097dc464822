import { displayValue } from './display-value.ts';

/** Throws a TypeError that names `what` unless `value` is an object. */
export function checkObject(what: string, value: unknown): void {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${what} must be an object, got ${displayValue(value)}`);
}
