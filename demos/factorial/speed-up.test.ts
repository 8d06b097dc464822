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

test('speed-up is against the page alone, of medians over the rounds, by number of workers', () => {
  const rounds = [
    [run('alone', 100), run(10, 30), run(2, 50)],
    [run('alone', 900), run(10, 10, 1), run(2, 60)],
    [run('alone', 120), run(10, 20, 2), run(2, 70)],
  ];
  const runs = rounds.flat();
  expect(msOf(runs, 'alone')).toBe(120);
  expect(speedUps(runs)).toEqual([
    { workers: 2, ms: 60, times: 2, killed: 0 },
    { workers: 10, ms: 20, times: 6, killed: 3 },
  ]);
});

test('the median of an even number of runs lies between the two in the middle', () => {
  expect(msOf([run(1, 4), run(1, 1), run(1, 100), run(1, 2)], 1)).toBe(3);
});

test('where nothing was run there is neither a time nor a speed-up', () => {
  expect(msOf([], 'alone')).toBeNaN();
  expect(speedUps([])).toEqual([]);
});

test('the ideal ends at the cores, and the page itself counts as a worker', () => {
  expect([0, 1, 3, 4, 9].map((workers) => idealOf(workers, 4))).toEqual([1, 1, 3, 4, 4]);
});
