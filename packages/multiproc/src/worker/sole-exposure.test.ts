import { expect, test } from 'vitest';
import { SoleExposure } from './sole-exposure.ts';

const calledTwice = 'expose was called already in this worker; expose all functions in one call';

test('the first call serves a pool', () => {
  const exposure = new SoleExposure();
  expect(exposure.claim()).toBe(true);
  expect(() => exposure.begin()).not.toThrow();
});

test('a second call before the hello of a pool fails at the hello', () => {
  const exposure = new SoleExposure();
  expect([exposure.claim(), exposure.claim(), exposure.claim()]).toEqual([true, false, false]);
  expect(() => exposure.begin()).toThrow(new Error(calledTwice));
  expect(() => exposure.begin()).toThrow(new Error(calledTwice)); // a pool says hello again
});

test('a second call of expose after the hello of the pool throws an error', () => {
  const exposure = new SoleExposure();
  exposure.claim();
  exposure.begin();
  expect(() => exposure.claim()).toThrow(new Error(calledTwice));
});
