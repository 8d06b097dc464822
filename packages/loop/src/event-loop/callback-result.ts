import { checkNumber, type NumberBounds } from '../options.ts';

/** Whether the result of a callback is a generator, whose steps the loop makes. */
export function isGenerator(result: unknown): result is Generator<unknown, unknown> {
  return hasTag(result, 'Generator');
}

/** Whether a callback has returned or yielded a promise, for which the loop does not wait. */
export function isPromise(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/** Whether `value` has this `Symbol.toStringTag`. */
export function hasTag(value: unknown, tag: string): boolean {
  return (
    (value as { readonly [Symbol.toStringTag]?: unknown } | null | undefined)?.[Symbol.toStringTag] === tag
  );
}

/** {@link checkNumber} for the result of a callback. If the result is a promise, its rejection goes to `report`. */
export function checkNumberResult(
  what: string,
  result: unknown,
  report: (error: unknown) => void,
  bounds?: NumberBounds,
): number {
  if (isPromise(result)) result.then(undefined, report);
  return checkNumber(what, result, bounds);
}
