import { expect, test } from 'vitest';
import { Bottleneck } from './bottleneck.ts';

/** One byte per microsecond. */
const way = { rate: 8e6, delay: 20, queue: 5000 };

test('a packet takes its size divided by the rate, plus the delay', () => {
  const bottleneck = new Bottleneck(way);
  expect(bottleneck.pass(1000, 0)).toEqual({ fits: true, arrivesAt: 21 });
  expect(bottleneck.pass(1000, 100)).toEqual({ fits: true, arrivesAt: 121 });
});

test('packets are queued, and dropped if the queue is full', () => {
  const bottleneck = new Bottleneck(way);
  const passages = Array.from({ length: 7 }, () => bottleneck.pass(1000, 0));
  expect(passages.map(({ arrivesAt }) => arrivesAt)).toEqual([21, 22, 23, 24, 25, 26, 26]);
  expect(passages.map(({ fits }) => fits)).toEqual([true, true, true, true, true, false, false]);
  expect(bottleneck.pass(1000, 1)).toEqual({ fits: true, arrivesAt: 26 });
});

test('a packet does not overtake earlier ones when the link becomes faster', () => {
  const bottleneck = new Bottleneck(way);
  expect(bottleneck.pass(1000, 0).arrivesAt).toBe(21);
  bottleneck.set({ ...way, rate: 80e6, delay: 1 });
  expect(bottleneck.delay).toBe(1);
  expect(bottleneck.pass(1000, 1).arrivesAt).toBe(21);
  expect(bottleneck.pass(1000, 30).arrivesAt).toBeCloseTo(31.1);
});
