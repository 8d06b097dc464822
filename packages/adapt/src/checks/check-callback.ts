import { displayValue } from './display-value.ts';

/**
 * Throws a TypeError that names `what` if `value` is not a function, or is a generator function: a
 * call would only create a generator and run none of its code.
 */
export function checkCallback(what: string, value: unknown): void {
  if (typeof value !== 'function')
    throw new TypeError(`${what} must be a function, got ${displayValue(value)}`);
  const tag = (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  if (String(tag).endsWith('GeneratorFunction'))
    throw new TypeError(
      `${what} must be a function that is not a generator function, got ${displayValue(value)}`,
    );
}
