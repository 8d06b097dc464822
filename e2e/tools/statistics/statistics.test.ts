import { expect, test } from 'vitest';
import {
  digits,
  mean,
  median,
  medianRatio,
  middleMean,
  quantile,
  round,
  spread,
  standardError,
} from './statistics.ts';

test('a quantile is interpolated between adjacent values', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([4, 1, 3, 2], 1)).toBe(4);
  expect(median([5])).toBe(5);
  expect(median([])).toBeNaN();
});

test('a mean includes all values', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(mean([])).toBeNaN();
});

test('a middle mean excludes a quarter of the values at each end', () => {
  expect(middleMean([1000, 4, 5, -1000])).toBe(4.5);
  expect(middleMean([7])).toBe(7);
  expect(middleMean([])).toBeNaN();
});

test('the spread is half the interquartile range, divided by the median', () => {
  expect(spread([1, 2, 3, 4, 5])).toBeCloseTo(1 / 3);
});

test('noise that slows both values of a round does not change the median ratio', () => {
  expect(medianRatio([10, 100, 10], [5, 50, 5])).toBe(2);
});

test('a number is rounded to significant digits', () => {
  expect(digits(1234.5, 3)).toBe(1230);
  expect(digits(0.012345, 2)).toBe(0.012);
});

test('a number is rounded to decimal places', () => {
  expect(round(1.23456, 2)).toBe(1.23);
  expect(round(1234.5, 0)).toBe(1235);
});

test('the standard error is 0 for equal values and NaN for a single value', () => {
  expect(standardError([1, 3])).toBe(1);
  expect(standardError([2, 2, 2])).toBe(0);
  expect(standardError([5])).toBeNaN();
});
