import { expect, test } from 'vitest';
import { Stopwatch } from './pausable-clock.ts';

test('time goes with the pictures, and stands still while it is paused or nobody looked', () => {
  const watch = new Stopwatch();
  const times: number[] = [];
  const at = (now: number): void => {
    watch.advanceTo(now);
    times.push(watch.time);
  };
  at(1000);
  at(1016);
  at(60_000);
  watch.isPaused = true;
  at(60_016);
  at(90_000);
  watch.isPaused = false;
  at(90_016);
  expect(times).toEqual([0, 16, 116, 116, 116, 132]);
});
