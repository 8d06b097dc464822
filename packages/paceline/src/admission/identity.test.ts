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

const key = 'a string that is not empty, a number other than NaN, a bigint';

test.each([
  ['', "''"],
  [NaN, 'NaN'],
  [{}, 'an object (Object)'],
  [() => true, 'an anonymous function'],
])('%s is no identity', (answer, shown) => {
  const kinds = `true, false, ${key}, or an object with such an id`;
  expect(() => identityOf(answer)).toThrow(
    new TypeError(`authenticate: the result must be ${kinds}, got ${shown}`),
  );
});

test.each([
  ['', "''"],
  [NaN, 'NaN'],
  [undefined, 'undefined'],
  [true, 'true'],
])('the id %s is no identity', (id, shown) => {
  expect(() => identityOf({ id })).toThrow(
    new TypeError(`authenticate: the id of the result must be ${key}, got ${shown}`),
  );
});
