import { displayValue } from './display-value.ts';

/**
 * Throws a TypeError that names `what` unless `value` is an array. It is not a type guard, because
 * a type guard would give the members the type `any`.
 */
export function checkArray(what: string, value: unknown): void {
  if (!Array.isArray(value)) throw new TypeError(`${what} must be an array, got ${displayValue(value)}`);
}
