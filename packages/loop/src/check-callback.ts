import { checkFunction, mustBe } from './options.ts';

/** What a callback must be, except that of a task. Nobody would make the steps of its generator. */
export const NO_GENERATOR = 'a function that is not a generator function';

/** Throws a TypeError that names `what` unless `callback` is a function, and not a generator function. */
export function checkCallback(what: string, callback: unknown): void {
  checkFunction(what, callback);
  const tag = (callback as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  if (String(tag).endsWith('GeneratorFunction')) throw new TypeError(mustBe(what, NO_GENERATOR, callback));
}
