import { mustBe } from '@doha/loop/options';
import { isObject } from '../transport/copy-of.ts';

/**
 * Returns the kind of a generator, which may be of another realm; undefined for all other values.
 * An object that only has the tag of a generator is not a generator.
 */
export function generatorKind(result: unknown): 'sync' | 'async' | undefined {
  if (!isObject(result)) return undefined;
  const tag = Object.prototype.toString.call(result);
  if (tag === '[object Generator]') return hasSteps(result) ? 'sync' : undefined;
  return tag === '[object AsyncGenerator]' && hasSteps(result) ? 'async' : undefined;
}

function hasSteps(result: unknown): boolean {
  const steps = result as Readonly<Record<string, unknown>>;
  return ['next', 'return', 'throw'].every((step) => typeof steps[step] === 'function');
}

/** The error of a task whose function has returned an async generator. No code would run its steps. */
export function noAsyncGenerator(name: string, result: unknown): TypeError {
  return new TypeError(mustBe(`${name}: the result`, 'a value, a promise or a generator', result));
}

/** The error of a task whose generator has returned a promise. No code would wait for it. */
export function noLatePromise(name: string, value: unknown): TypeError {
  return new TypeError(
    mustBe(`${name}: the return value of the generator`, 'no promise (use an async function)', value),
  );
}

/** The error of a task whose promise has resolved to a generator. No code would run its steps. */
export function noLateGenerator(name: string, value: unknown): TypeError {
  return new TypeError(mustBe(`${name}: the value of the promise`, 'no generator', value));
}
