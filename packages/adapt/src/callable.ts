import { display } from './display.ts';

/** Throws a TypeError that names `what` unless `value` is a function. */
export function callable(what: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${what} must be a function, got ${display(value)}`);
}
