import { expect, test } from 'vitest';
import { numberText, roundUp } from './number-text.ts';

test.each([
  [NaN, '–'],
  [Infinity, '∞'],
  [-Infinity, '-∞'],
  [0, '0'],
  [-0.25, '-0.250'],
  [0.0004, '4e-4'],
  [3, '3'],
  [3.456, '3.46'],
  [34.56, '34.6'],
  [345.6, '346'],
  [9999, '9,999'],
  [12_345, '12.3k'],
  [123_456, '123k'],
  [1_234_567, '1.2M'],
  [1e20, '1.0e+20'],
])('%d is written %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

test.each([
  [1, 1],
  [1.1, 2],
  [0.03, 0.05],
  [499, 500],
  [501, 1000],
])('%d is rounded up to %d', (value, rounded) => {
  expect(roundUp(value)).toBeCloseTo(rounded, 10);
});
