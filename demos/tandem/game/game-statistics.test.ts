import { expect, test } from 'vitest';
import { step } from './game.ts';
import { GameStatistics } from './game-statistics.ts';

test('a regular game has no jitter', () => {
  const statistics = new GameStatistics();
  expect(statistics.jitter).toBeNaN();
  for (let i = 0; i < 500; i++) statistics.stepped(i * step);
  expect(statistics.jitter).toBeCloseTo(0, 9);
  expect(statistics.steps).toBe(500);
});

test('jitter is the recent deviation of windows from 33.3 ms', () => {
  const statistics = new GameStatistics();
  let now = 0;
  for (let i = 0; i < 1000; i++) statistics.stepped((now += i < 500 ? step : step + 2));
  expect(statistics.jitter).toBeCloseTo(4, 9);
});
