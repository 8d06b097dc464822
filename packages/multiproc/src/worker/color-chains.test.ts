import { expect, test } from 'vitest';
import { countMoved } from '../scheduler/count-moved.test.setup.ts';
import { ColorChains } from './color-chains.ts';

test('the jobs of a color begin in their order, without those that were taken out', () => {
  const chains = new ColorChains<number>();
  expect([1, 2, 3, 4].map((job) => chains.enter(7, job))).toEqual([true, false, false, false]);
  expect([chains.remove(7, 3), chains.remove(7, 3), chains.remove(8, 1)]).toEqual([true, false, false]);
  expect([chains.next(7), chains.next(7), chains.next(7)]).toEqual([2, 4, undefined]);
  expect(chains.enter(7, 5)).toBe(true);
});

test('the jobs of a color are not moved each time that one begins', () => {
  const chains = new ColorChains<number>();
  const moved = countMoved(() => {
    for (let job = 0; job < 2000; job++) chains.enter(7, job);
    for (let job = 1; job < 2000; job++) expect(chains.next(7)).toBe(job);
  });
  expect(moved).toBeLessThan(200_000);
});
