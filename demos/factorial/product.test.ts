import { expect, test } from 'vitest';
import { intervalsOf } from './intervals.ts';
import { prime, product } from './product.ts';

test('the product of 1 to 20 is 20! modulo the prime', () => {
  expect(product({ start: 1, end: 21 }, prime)).toBe(2_432_902_008_176_640_000n % prime);
});

test.each([2, 7, 101, 7919, 104_729])('the factorial of p - 1 is -1 modulo p, for p = %i', (small) => {
  expect(product({ start: 1, end: small }, BigInt(small))).toBe(BigInt(small - 1)); // Wilson's theorem
});

test.each([1, 7, 1000, 1001])('the product of all intervals of length %i is the whole product', (length) => {
  const parts = intervalsOf(1000, length).map((interval) => product(interval, prime));
  const whole = parts.reduce((result, part) => (result * part) % prime, 1n);
  expect(whole).toBe(product({ start: 1, end: 1001 }, prime));
});

test('the product of an empty interval is 1', () => {
  expect(product({ start: 1, end: 1 }, prime)).toBe(1n);
});
