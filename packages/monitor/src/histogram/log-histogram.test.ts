import { expect, test } from 'vitest';
import { chanceOf } from '../../../chance.test.setup.ts';
import { LogHistogram } from './log-histogram.ts';

function histogramOf(values: readonly number[]): LogHistogram {
  const histogram = new LogHistogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

/** 2,000 values from 0.001 to 100,000. */
function randomValues(seed: number): number[] {
  const chance = chanceOf(seed);
  return Array.from({ length: 2000 }, () => 10 ** (8 * chance() - 3));
}

test.each([0, 0.1, 0.5, 0.95, 0.999, 1])('quantile %s is within 1.1 % of that of the values', (p) => {
  for (const seed of [1, 2, 3]) {
    const values = randomValues(seed);
    const sorted = values.toSorted((one, other) => one - other);
    const exact = sorted[Math.max(Math.ceil(p * sorted.length) - 1, 0)]!;
    expect(Math.abs(histogramOf(values).quantile(p) / exact - 1)).toBeLessThan(0.011);
  }
});

test('count, sum, mean, min and max are exact', () => {
  const histogram = histogramOf([4, 1, 7]);
  const { count, max, mean, min, sum } = histogram;
  expect({ count, max, mean, min, sum }).toEqual({ count: 3, max: 7, mean: 4, min: 1, sum: 12 });
});

test('a merged histogram equals that of all values', () => {
  const [one, other] = [randomValues(4), randomValues(5)];
  const merged = histogramOf(one);
  merged.merge(histogramOf(other));
  const whole = histogramOf([...one, ...other]);
  expect(merged.count).toBe(whole.count);
  for (const p of [0, 0.25, 0.5, 0.9, 0.99, 1]) expect(merged.quantile(p)).toBe(whole.quantile(p));
});

test('an empty histogram has no mean and no quantiles', () => {
  const histogram = new LogHistogram();
  expect([histogram.mean, histogram.quantile(0.5)]).toEqual([NaN, NaN]);
  expect([histogram.min, histogram.max]).toEqual([Infinity, -Infinity]);
});

test('values beyond the range count in the first and last bucket, and others are ignored', () => {
  const histogram = histogramOf([0, -3, 1e300, NaN, Infinity]);
  expect(histogram.count).toBe(3);
  expect([histogram.quantile(0), histogram.quantile(1)]).toEqual([-3, 1e300]);
});

test('a share outside of 0 to 1 is refused', () => {
  const histogram = histogramOf([1]);
  expect(() => histogram.quantile(99)).toThrow('quantile: p must be a finite number from 0 to 1, got 99');
  expect(() => histogram.quantile(NaN)).toThrow(RangeError);
});

test('the median of two values is the smaller one', () => {
  expect(histogramOf([1, 2]).quantile(0.5)).toBeLessThan(1.02);
});

test('a structured clone cannot be merged, and the histogram keeps its values', () => {
  const histogram = histogramOf([1]);
  expect(() => histogram.merge(structuredClone(histogramOf([2, 3])))).toThrow(
    'merge: other must be a LogHistogram',
  );
  expect([histogram.count, histogram.max]).toEqual([1, 1]);
});

test('the buckets contain all values, in ascending order', () => {
  const histogram = new LogHistogram();
  const values = [0.5, 0.5, 3, 1000, 0, -4, 1e300];
  for (const value of values) histogram.add(value);
  const buckets = histogram.buckets();
  expect(buckets.map(({ count }) => count)).toEqual([2, 2, 1, 1, 1]);
  for (const value of [0.5, 3, 1000])
    expect(buckets.filter(({ from, to }) => value >= from && value < to)).toHaveLength(1);
  expect(buckets.map(({ from }) => from)).toEqual(buckets.map(({ from }) => from).toSorted((a, b) => a - b));
  expect(new LogHistogram().buckets()).toEqual([]);
});
