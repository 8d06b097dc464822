import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { generatorKind } from './generator-kind.ts';

test('generators have a kind, also those of another realm', () => {
  expect(generatorKind((function* () {})())).toBe('sync');
  expect(generatorKind((async function* () {})())).toBe('async');
  expect(generatorKind(runInNewContext('(function* () {})()'))).toBe('sync');
});

test.each([
  undefined,
  null,
  5,
  'text',
  {},
  function* () {},
  { [Symbol.toStringTag]: 'Generator' },
  { [Symbol.toStringTag]: 'Generator', next: 5, return: () => {}, throw: () => {} },
  { [Symbol.toStringTag]: 'AsyncGenerator' },
  { [Symbol.toStringTag]: 'Number Generator', next: () => {}, return: () => {}, throw: () => {} },
  [1].values(),
])('%o is not a generator', (value) => {
  expect(generatorKind(value)).toBeUndefined();
});
