import { expect, test } from 'vitest';
import { type Bursts, isInBurst } from './bursts.ts';

/** Returns the times of the first second at which a flow sends bulk data, in units of 100 ms. */
function timesOf(bursts: Bursts, flow: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((time) => isInBurst(bursts, flow, 100 * time));
}

test('a flow sends in bursts with pauses, each flow earlier than the previous one by `stagger`', () => {
  const bursts = { lasting: 200, pause: 300, stagger: 100 };
  expect(timesOf(bursts, 0)).toEqual([0, 1, 5, 6]);
  expect(timesOf(bursts, 1)).toEqual([0, 4, 5, 9]);
});

test('a steady flow has no pauses', () => {
  const bursts = { lasting: 0, pause: 1000, steadyFlows: 1 };
  expect(timesOf(bursts, 0)).toHaveLength(10);
  expect(timesOf(bursts, 1)).toEqual([]);
});

test('no flow sends before `begin`', () => {
  const bursts = { lasting: 200, pause: 300, steadyFlows: 1, begin: 600 };
  expect(timesOf(bursts, 0)).toEqual([6, 7, 8, 9]);
  expect(timesOf(bursts, 1)).toEqual([6]);
});
