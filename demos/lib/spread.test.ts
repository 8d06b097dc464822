import { expect, test } from 'vitest';
import { formatSpread, percentile, spreadOf } from './spread.ts';

test('the spread has the median and the range', () => {
  expect(spreadOf([3, 1, 100])).toEqual({ median: 3, min: 1, max: 100, count: 3 });
  expect(spreadOf([4, 1, 100, 2])).toEqual({ median: 3, min: 1, max: 100, count: 4 });
  expect(spreadOf([])).toBeUndefined();
});

test('the text of a spread has a range only if there are several values', () => {
  expect(formatSpread(spreadOf([1, 2, 4])!, String)).toBe('2 (1–4)');
  expect(formatSpread(spreadOf([2])!, String)).toBe('2');
});

test('a percentile is one of the values', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect([0, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([1, 50, 95, 100]);
  expect(percentile([], 0.5)).toBeUndefined();
});
