import { expect, test } from 'vitest';
import { nameOf, oneWorker, resultOf } from './series.ts';

test('the speed of each round is relative to one worker in the same round', () => {
  const rounds = [
    { one: 100, own: 50 },
    { one: 300, own: 100 },
    { one: 120, own: 80 },
  ];
  const result = resultOf({ setting: oneWorker, rounds })!;
  expect([result.one.median, result.own.median, result.speed.median]).toEqual([120, 80, 2]);
  expect([result.speed.min, result.speed.max]).toEqual([1.5, 3]);
  expect(resultOf({ setting: oneWorker, rounds: [] })).toBeUndefined();
});

test('the name of a setting has only what differs from the usual', () => {
  expect(nameOf(oneWorker)).toBe('1 worker');
  expect(nameOf({ workers: 3, uniqueColors: 0.25, slowOneWorker: true })).toBe(
    '3 workers, one at a quarter, 25 % own colors',
  );
});
