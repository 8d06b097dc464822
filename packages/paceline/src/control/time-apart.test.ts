import { expect, test } from 'vitest';
import { TimeApart } from './time-apart.ts';

test('it begins after consecutive periods with long round trips, and each time is twice as long', () => {
  const apart = new TimeApart({
    periods: 2,
    maxTime: 20_000,
    goesOn: (isLong, isEarly) => isLong || isEarly,
  });
  const at = (now: number, isLong: boolean): boolean => {
    apart.update(isLong, now);
    return apart.isNow;
  };
  expect([at(0, true), at(1, false), at(2, true), at(3, true)]).toEqual([false, false, false, true]);
  expect([at(8000, false), at(8003, true), at(8004, false)]).toEqual([true, true, false]);
  expect([at(9000, true), at(9001, true)]).toEqual([false, true]);
  expect([at(25_000, false), at(25_001, false)]).toEqual([true, false]);
  expect([at(30_000, true), at(30_001, true)]).toEqual([false, true]);
  expect([at(50_000, false), at(50_001, false)]).toEqual([true, false]);
});
