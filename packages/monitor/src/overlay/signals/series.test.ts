import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregates, type Aggregate } from './aggregate.ts';
import { Series } from './series.ts';
import { Timeline } from './timeline.ts';

const timeline = new Timeline(10, 2, 1000); // periods of 100 ms, of which 20 are kept

const valuesBy = (series: Series, by: Aggregate, from: number, to: number): number[] => [
  ...series.values(from, to, by),
];

test('a timeline divides time into periods of equal length', () => {
  expect(timeline.periodAt(1000)).toBe(0);
  expect(timeline.periodAt(1099.9)).toBe(0);
  expect(timeline.periodAt(1100)).toBe(1);
  expect(timeline.periodAt(999)).toBe(-1);
  expect(timeline.startOf(3)).toBe(1300);
});

test('each aggregate summarizes the values of a period', () => {
  const series = new Series(timeline);
  for (const value of [3, -1, 4]) series.add(5, value);
  const found = aggregates.map((by) => [by, valuesBy(series, by, 5, 6)[0]]);
  expect(Object.fromEntries(found)).toEqual({
    max: 4,
    min: -1,
    sum: 6,
    rate: 60,
    average: 2,
    events: 3,
    last: 4,
  });
});

test('a period without values has the sum 0, holds the last value, and has no maximum', () => {
  const series = new Series(timeline);
  series.add(2, 7);
  series.add(5, 1);
  expect(valuesBy(series, 'sum', 1, 7)).toEqual([NaN, 7, 0, 0, 1, 0]);
  expect(valuesBy(series, 'events', 1, 7)).toEqual([NaN, 1, 0, 0, 1, 0]);
  expect(valuesBy(series, 'last', 1, 7)).toEqual([NaN, 7, 7, 7, 1, 1]);
  expect(valuesBy(series, 'last', 4, 5)).toEqual([7]);
  expect(valuesBy(series, 'max', 2, 6)).toEqual([7, NaN, NaN, 1]);
});

test('a gap has no value, and ends with the next value', () => {
  const series = new Series(timeline);
  series.add(0, 1);
  series.skipTo(3);
  series.add(2, 5); // late, but within the gap
  series.add(4, 9);
  expect(valuesBy(series, 'last', 0, 5)).toEqual([1, NaN, 5, 5, 9]);
  expect(valuesBy(series, 'sum', 0, 5)).toEqual([1, NaN, 5, 0, 9]);
});

test('an empty series has no values, whatever is skipped', () => {
  const series = new Series(timeline);
  series.skipTo(100);
  expect(series.isEmpty).toBe(true);
  expect(valuesBy(series, 'sum', 98, 101)).toEqual([NaN, NaN, NaN]);
  expect(valuesBy(series, 'last', 3, 2)).toEqual([]);
});

test('a series keeps the newest periods only, also after a jump of any length', () => {
  const series = new Series(timeline);
  series.add(0, 1);
  series.add(1e9, 2);
  series.add(1e9 - 20, 3); // too old
  series.add(1e9 - 19, 4);
  expect(valuesBy(series, 'events', 1e9 - 21, 1e9 + 1)).toEqual([
    NaN,
    NaN,
    1,
    ...Array<number>(18).fill(0),
    1,
  ]);
});

test('values in any order give the same sums as a plain list', () => {
  const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(values, (added) => {
      const series = new Series(new Timeline(1, 1000, 0));
      const from = added[0]![0];
      const kept = added.filter(([period]) => period >= from);
      series.add(...added[0]!);
      for (const [period, value] of kept.slice(1)) series.add(period, value);
      for (const by of ['sum', 'max'] as const) {
        const expected = Array.from({ length: 31 - from }, (_, i) => {
          const members = kept.filter(([period]) => period === from + i).map(([, value]) => value);
          if (by === 'max') return members.length > 0 ? Math.max(...members) : NaN;
          return members.reduce((sum, value) => sum + value, 0);
        });
        expect(valuesBy(series, by, from, 31)).toEqual(expected);
      }
    }),
  );
});
