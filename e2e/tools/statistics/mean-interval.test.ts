import { expect, test } from 'vitest';
import { meanInterval } from './mean-interval.ts';

test('an interval extends by the standard error times the quantile of Student’s t-distribution', () => {
  const { high, low, mean } = meanInterval([1, 3]);
  expect(mean).toBe(2);
  expect(low).toBeCloseTo(2 - 12.706);
  expect(high).toBeCloseTo(2 + 12.706);
});

test('equal values have an interval of one point, and a single value has no interval', () => {
  expect(meanInterval([2, 2, 2])).toEqual({ mean: 2, low: 2, high: 2 });
  expect(meanInterval([2])).toEqual({ mean: 2, low: NaN, high: NaN });
});
