import { expect, test } from 'vitest';
import type { Run } from './report.ts';
import { idealOf, msOf, speedUps } from './speed-up.ts';

const run = (workers: Run['workers'], ms: number, killed = 0): Run => ({
  workers,
  ms,
  killed,
  backend: workers === 'alone' ? undefined : 'worker',
  answer: '1',
});

test('the speed-up compares the median of each number of workers with the median of the page alone', () => {
  const rounds = [
    [run('alone', 100), run(10, 30), run(2, 50)],
    [run('alone', 900), run(10, 10, 1), run(2, 60)],
    [run('alone', 120), run(10, 20, 2), run(2, 70)],
  ];
  const runs = rounds.flat();
  expect(msOf(runs, 'alone')).toBe(120);
  expect(speedUps(runs)).toEqual([
    { workers: 2, ms: 60, factor: 2, killed: 0 },
    { workers: 10, ms: 20, factor: 6, killed: 3 },
  ]);
});

test('the median of an even number of runs is the mean of the two middle ones', () => {
  expect(msOf([run(1, 4), run(1, 1), run(1, 100), run(1, 2)], 1)).toBe(3);
});

test('without runs there is neither a time nor a speed-up', () => {
  expect(msOf([], 'alone')).toBeNaN();
  expect(speedUps([])).toEqual([]);
});

test('the ideal speed-up is limited by the cores, and 0 workers are as fast as one', () => {
  expect([0, 1, 3, 4, 9].map((workers) => idealOf(workers, 4))).toEqual([1, 1, 3, 4, 4]);
});
