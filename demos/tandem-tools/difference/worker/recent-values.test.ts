import { expect, test } from 'vitest';
import { maxValue, RecentValues } from './recent-values.ts';

test('quantiles are those of the sorted values, from the fifth value on', () => {
  const values = new RecentValues(1000);
  for (const value of [30, 10, 20, 40]) values.add(value, 5);
  expect(values.take(5)).toBeUndefined();
  values.add(500, 5);
  expect(values.take(5)).toEqual({ median: 30, p95: 500 });
  for (let i = 0; i < 100; i++) values.add(20, 5);
  expect(values.take(5)).toEqual({ median: 20, p95: 20 }); // one slow event is not the 95th percentile
});

test('values older than the window do not count', () => {
  const values = new RecentValues(1000);
  for (let i = 0; i < 10; i++) values.add(700, 100);
  for (let i = 0; i < 10; i++) values.add(20, 900);
  expect(values.take(1000)).toEqual({ median: 20, p95: 700 });
  expect(values.take(1300)).toEqual({ median: 20, p95: 20 });
  expect(values.take(2000)).toBeUndefined();
  expect(values.take(1e9)).toBeUndefined();
  for (let i = 0; i < 5; i++) values.add(16.7, 1e9);
  expect(values.take(1e9)).toEqual({ median: 17, p95: 17 });
});

test('without a limit, all values count', () => {
  const values = new RecentValues(Infinity);
  for (let now = 0; now < 5; now++) values.add(20, 1e6 * now);
  expect(values.take(1e9)).toEqual({ median: 20, p95: 20 });
});

test('values outside of the range count as its limits', () => {
  const values = new RecentValues(1000);
  for (const value of [-1, -1, -1, 1e9, 1e9]) values.add(value, 0);
  expect(values.take(0)).toEqual({ median: 0, p95: maxValue });
});
