import { checkNumber, type NumberBounds } from '../options.ts';

/** Whether a callback has returned a generator, whose steps the loop makes. */
export function isGenerator(result: unknown): result is Generator<unknown, unknown> {
  return hasTag(result, 'Generator');
}

/** Whether a callback has returned or yielded a promise, which the loop does not wait for. */
export function isPromise(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/** Whether `value` is an object of the platform with this tag. */
export function hasTag(value: unknown, tag: string): boolean {
  return (
    (value as { readonly [Symbol.toStringTag]?: unknown } | null | undefined)?.[Symbol.toStringTag] === tag
  );
}

/** As {@link checkNumber}, for the result of a callback. If that is a promise, its rejection goes to `report`. */
export function checkNumberResult(
  what: string,
  result: unknown,
  report: (error: unknown) => void,
  bounds?: NumberBounds,
): number {
  if (isPromise(result)) result.then(undefined, report);
  return checkNumber(what, result, bounds);
}
