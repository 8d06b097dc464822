import { expect, test } from 'vitest';
import { digits, median, medianRatio, quantile, spread } from './statistics.ts';

test('a quantile lies between its neighbours', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([4, 1, 3, 2], 1)).toBe(4);
  expect(median([5])).toBe(5);
  expect(median([])).toBeNaN();
});

test('the spread is half the distance of the quartiles beside the median', () => {
  expect(spread([1, 2, 3, 4, 5])).toBeCloseTo(1 / 3);
});

test('a round that slows both down leaves the ratio alone', () => {
  expect(medianRatio([10, 100, 10], [5, 50, 5])).toBe(2);
});

test('only the digits that count stay', () => {
  expect(digits(1234.5, 3)).toBe(1230);
  expect(digits(0.012345, 2)).toBe(0.012);
});
