import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriorityRates } from './priority-rates.ts';

test('each of a few priorities has a row, the highest first', () => {
  const rates = new PriorityRates();
  for (const priority of [1, 5, 1, -0.5, 1]) rates.add(500, priority);
  expect(rates.rows(0, 1000)).toEqual([
    { low: 5, high: 5, rate: 1 },
    { low: 1, high: 1, rate: 3 },
    { low: -0.5, high: -0.5, rate: 1 },
  ]);
});

test('many priorities share twelve rows of equal width', () => {
  const rates = new PriorityRates();
  for (let i = 0; i <= 120; i++) rates.add(i, i);
  const rows = rates.rows(0, 1000);
  expect(rows).toHaveLength(12);
  expect(rows[0]).toEqual({ low: 110, high: 120, rate: 11 });
  expect(rows.at(-1)).toEqual({ low: 0, high: 10, rate: 10 });
});

test('callbacks outside the time are not counted', () => {
  const rates = new PriorityRates();
  for (const time of [0, 999, 1000, 1500, 2000, 2001]) rates.add(time, 1);
  expect(rates.rows(1000, 2000)).toEqual([{ low: 1, high: 1, rate: 3 }]);
  expect(rates.rows(5000, 6000)).toEqual([]);
  expect(new PriorityRates().rows(0, 1)).toEqual([]);
});

test('if older callbacks are overwritten, the rate is that of the kept ones', () => {
  const rates = new PriorityRates();
  for (let i = 0; i < 100_000; i++) rates.add(i / 100, 1); // 100 per ms
  expect(rates.rows(0, 1000)[0]!.rate).toBeGreaterThan(99_000);
  expect(rates.rows(0, 1000)[0]!.rate).toBeLessThan(101_000);
});

test('no callback is lost between the rows', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }), (priorities) => {
      const rates = new PriorityRates();
      for (const priority of priorities) rates.add(0, priority);
      const rows = rates.rows(0, 1000);
      expect(rows.length).toBeLessThanOrEqual(12);
      expect(Math.round(rows.reduce((sum, { rate }) => sum + rate, 0))).toBe(priorities.length);
    }),
  );
});

test('the first priority has a row of its own, so that it does not stretch the other rows', () => {
  const rates = new PriorityRates();
  rates.add(0, Number.MAX_VALUE);
  for (let i = 0; i <= 12; i++) rates.add(0, i);
  const rows = rates.rows(0, 1000);
  expect(rows).toHaveLength(13);
  expect(rows[0]).toEqual({ low: 1e300, high: 1e300, rate: 1 });
  expect(rows[1]).toEqual({ low: 11, high: 12, rate: 2 });
});
