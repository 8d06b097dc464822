import { expect, test } from 'vitest';
import { PausableClock } from './pausable-clock.ts';

test('time advances with frames, by at most 100 ms per frame, and stands still while the clock is paused', () => {
  const clock = new PausableClock();
  const times: number[] = [];
  const at = (now: number): void => {
    clock.advanceTo(now);
    times.push(clock.time);
  };
  at(1000);
  at(1016);
  at(60_000);
  clock.isPaused = true;
  at(60_016);
  at(90_000);
  clock.isPaused = false;
  at(90_016);
  expect(times).toEqual([0, 16, 116, 116, 116, 132]);
});
