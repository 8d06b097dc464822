import { expect, test } from 'vitest';
import type { Run } from './report.ts';
import { idealOf, speedUps } from './speed-up.ts';

const run = (round: number, workers: Run['workers'], ms: number, killed = 0): Run => ({
  round,
  workers,
  ms,
  killed,
  backend: workers === 'alone' ? undefined : 'worker',
  answer: '1',
});

test('the speed-up compares each run with the run of one worker in the same round', () => {
  const rounds = [
    [run(0, 'alone', 80), run(0, 1, 100), run(0, 10, 20), run(0, 2, 50)],
    [run(1, 'alone', 90), run(1, 1, 120), run(1, 10, 20), run(1, 2, 80)],
    [run(2, 'alone', 100), run(2, 1, 80), run(2, 10, 20), run(2, 2, 40)],
  ];
  expect(
    speedUps(rounds.flat()).map(({ factor, ms, workers }) => [
      workers,
      ms.median,
      factor!.median,
      factor!.min,
      factor!.max,
    ]),
  ).toEqual([
    ['alone', 90, 1.25, 0.8, 120 / 90],
    [1, 100, 1, 1, 1],
    [2, 50, 2, 1.5, 2],
    [10, 20, 5, 4, 6],
  ]);
});

test('runs in which workers were killed form a group of their own', () => {
  const groups = speedUps([run(0, 1, 100), run(0, 2, 50), run(1, 1, 100), run(1, 2, 80, 3)]);
  expect(groups.map(({ killed, ms, workers }) => [workers, killed, ms.median])).toEqual([
    [1, 0, 100],
    [2, 0, 50],
    [2, 3, 80],
  ]);
});

test('without an undisturbed run of one worker there is no speed-up', () => {
  expect(speedUps([run(0, 2, 50)])[0]!.factor).toBeUndefined();
  expect(speedUps([run(0, 1, 50, 1), run(0, 2, 50)]).map(({ factor }) => factor)).toEqual([
    undefined,
    undefined,
  ]);
  expect(speedUps([])).toEqual([]);
});

test('the ideal speed-up is limited by the cores, and 0 workers are as fast as one', () => {
  expect([0, 1, 3, 4, 9].map((workers) => idealOf(workers, 4))).toEqual([1, 1, 3, 4, 4]);
});
