import { mustBe } from '@doha/loop/options';

/** Whether a function has returned a generator, and of which kind. */
export function generatorKind(result: unknown): 'sync' | 'async' | undefined {
  const tag = Object.prototype.toString.call(result);
  if (tag === '[object Generator]') return 'sync';
  return tag === '[object AsyncGenerator]' ? 'async' : undefined;
}

/** The error of a task whose function has returned an async generator. Nothing would make its steps. */
export function noAsyncGenerator(name: string, result: unknown): TypeError {
  return new TypeError(mustBe(`${name}: the result`, 'a value, a promise or a generator', result));
}
