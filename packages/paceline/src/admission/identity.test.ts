import { expect, test } from 'vitest';
import { identityOf } from './identity.ts';

test.each([
  [true, true],
  ['ann', 'ann'],
  [0, 0],
  [7n, 7n],
  [{ id: 'ann', name: 'Ann' }, 'ann'],
  [false, undefined],
  [null, undefined],
  [undefined, undefined],
])('the identity of %s is %s', (answer, identity) => {
  expect(identityOf(answer)).toBe(identity);
});

test.each([
  ['', "''"],
  [NaN, 'a number'],
  [{}, 'an object without one'],
  [{ id: '' }, 'an object without one'],
  [() => true, 'a function'],
])('%s is no identity', (answer, shown) => {
  expect(() => identityOf(answer)).toThrow(
    new TypeError(
      `authenticate must return true, false, or an identity (a string that is not empty, a number, a bigint, or an object with such an id), got ${shown}`,
    ),
  );
});
