import { expect, test } from 'vitest';
import { Series } from './series.ts';

test('a series keeps what comes, in order, also beyond the room made for it', () => {
  const series = new Series(2);
  for (const value of [3, 1, 4, 1, 5]) series.push(value);
  expect([...series.values]).toEqual([3, 1, 4, 1, 5]);
  expect(series.length).toBe(5);
});

test('an empty series has no values', () => {
  expect(new Series(0).values).toHaveLength(0);
});
