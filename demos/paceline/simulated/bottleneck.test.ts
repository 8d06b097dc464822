import { expect, test } from 'vitest';
import { Bottleneck } from './bottleneck.ts';

/** A byte in a microsecond. */
const way = { rate: 8e6, delay: 20, queue: 5000 };

test('a packet takes its bytes over the rate, and the delay', () => {
  const bottleneck = new Bottleneck(way);
  expect(bottleneck.pass(1000, 0)).toEqual({ fits: true, at: 21 });
  expect(bottleneck.pass(1000, 100)).toEqual({ fits: true, at: 121 });
});

test('packets wait for one another, and what does not fit into the queue is gone', () => {
  const bottleneck = new Bottleneck(way);
  const passages = Array.from({ length: 7 }, () => bottleneck.pass(1000, 0));
  expect(passages.map(({ at }) => at)).toEqual([21, 22, 23, 24, 25, 26, 26]);
  expect(passages.map(({ fits }) => fits)).toEqual([true, true, true, true, true, false, false]);
  expect(bottleneck.pass(1000, 1)).toEqual({ fits: true, at: 26 });
});

test('what enters a link that has become faster does not overtake what is under way', () => {
  const bottleneck = new Bottleneck(way);
  expect(bottleneck.pass(1000, 0).at).toBe(21);
  bottleneck.set({ ...way, rate: 80e6, delay: 1 });
  expect(bottleneck.delay).toBe(1);
  expect(bottleneck.pass(1000, 1).at).toBe(21);
  expect(bottleneck.pass(1000, 30).at).toBeCloseTo(31.1);
});
