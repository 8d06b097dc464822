import { expect, test } from 'vitest';
import { Repairs } from './repairs.ts';

const [leastRoundTrip, interval] = [25, 5];

/** Frames arrive every 5 ms, and after each of these silences ten at once. Returns the time of the last arrival. */
function arrivals(repairs: Repairs, silences: readonly number[], framesAtOnce = 10): number {
  let now = 0;
  for (const silence of silences) {
    for (let i = 0; i < 20; i++) repairs.note(1, (now += interval), leastRoundTrip, interval);
    repairs.note(framesAtOnce, (now += silence), leastRoundTrip, interval);
  }
  return now;
}

test('a repair is a silence after which several frames arrive at once', () => {
  const repairs = new Repairs();
  const now = arrivals(repairs, [35, 40]);
  expect(repairs.time(now)).toBe(40);
});

test.each([
  ['a single repair', [35], 10],
  ['short silences', [15, 15, 15], 10],
  ['silences after which one frame arrives', [100, 100, 100], 1],
] as const)('%s is not enough', (_, silences, framesAtOnce) => {
  const repairs = new Repairs();
  expect(repairs.time(arrivals(repairs, silences, framesAtOnce))).toBe(Infinity);
});

test('repairs are forgotten after two seconds', () => {
  const repairs = new Repairs();
  const now = arrivals(repairs, [35, 40]);
  expect(repairs.time(now + 1500)).toBe(40);
  expect(repairs.time(now + 2000)).toBe(Infinity);
});
