import { expect, test } from 'vitest';
import { AckTiming } from './ack-timing.ts';

/** Acknowledgments at intervals of 5 ms, with these delays. */
function noteAll(timing: AckTiming, delays: readonly number[], from = 0): void {
  for (const [i, delay] of delays.entries()) timing.note(from + 5 * i, delay);
}

const ten = (delay: number): number[] => Array.from({ length: 10 }, () => delay);

test('the average delay follows a longer delay faster than a shorter one', () => {
  const timing = new AckTiming();
  noteAll(timing, ten(100));
  expect(timing.delay).toBeGreaterThan(70);
  noteAll(timing, ten(0), 50);
  expect(timing.delay).toBeGreaterThan(50);
});

test('a silence of the network counts as an interval of at most 50 ms', () => {
  const timing = new AckTiming();
  noteAll(timing, [0, 0]);
  const before = timing.interval;
  timing.note(5000, 0);
  expect(timing.interval - before).toBeLessThan(50 / 8);
});
