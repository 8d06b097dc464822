import { displayValue } from './display-value.ts';

/** Throws a TypeError that names `what` unless `value` is an array. Not a type guard, which would give the members the type `any`. */
export function checkArray(what: string, value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError(`${what} must be an array, got ${displayValue(value)}`);
}
