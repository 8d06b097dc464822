import { expect, test } from 'vitest';
import { Series } from './series.ts';

test('a series keeps its values in order, also beyond its initial capacity', () => {
  const series = new Series(2);
  for (const value of [3, 1, 4, 1, 5]) series.push(value);
  expect([...series.values]).toEqual([3, 1, 4, 1, 5]);
  expect(series.length).toBe(5);
});

test('an empty series has no values', () => {
  expect(new Series(0).values).toHaveLength(0);
});
