import { checkObject } from './check-object.ts';
import { displayValue } from './display-value.ts';

/**
 * Throws a TypeError that names `what` if `value` is not an object, or is an array: an array has
 * methods with the names of options, such as `at`.
 */
export function checkOptions(what: string, value: unknown): void {
  checkObject(what, value);
  if (Array.isArray(value)) throw new TypeError(`${what} must not be an array, got ${displayValue(value)}`);
}
