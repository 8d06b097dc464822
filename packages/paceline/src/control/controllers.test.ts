import { expect, test } from 'vitest';
import { fixed } from './fixed.ts';
import type { KernelState, Path } from './latency-controller.ts';
import { minBuf } from './min-buf.ts';
import { none } from './none.ts';
import { paceA } from './pace-a.ts';
import { paceK } from './pace-k.ts';

const segment = 1000;
const minRoundTrip = 20; // ms, of TCP's segments

/**
 * A path whose TCP window has ten segments. `queued`: bytes that the kernel holds; undefined: the
 * kernel reports nothing.
 */
function path(buffered: number, unacknowledged: number, queued?: number): Path {
  const state: KernelState | undefined =
    queued === undefined ? undefined : { segment, congestionWindow: 10 * segment, queued, minRoundTrip };
  return { now: 0, buffered, unacknowledged, kernel: () => state };
}

test('the budget of minBuf is its windows and segments, minus the bytes that kernel and socket hold', () => {
  expect(minBuf(1, 0)().budget(path(0, 0, 0))).toBe(10 * segment);
  expect(minBuf(2, 3)().budget(path(500, 0, 4000))).toBe(23 * segment - 4500);
  expect(paceK().budget(path(0, 0, 13 * segment))).toBe(0);
});

test('paceK estimates the window from acknowledgments if the kernel reports nothing', () => {
  const [before, after] = [0, 5000].map((unacknowledged) => paceK().budget(path(0, unacknowledged)));
  expect(before).toBeGreaterThan(0);
  expect(after).toBe(before! - 5000);
  expect(paceA().budget(path(0, 0, 13 * segment))).toBe(before); // paceA never reads the kernel
});

test('paceK estimates the window if the round trips of frames show that the kernel is connected to a proxy', () => {
  const ofKernel = 13 * segment - 1000;
  for (const [roundTrip, isBehindProxy] of [
    [20, false],
    [30, false],
    [31, true],
  ] as const) {
    const controller = paceK();
    expect(controller.budget(path(0, 0, 1000))).toBe(ofKernel); // no round trip is known yet
    const acknowledged = {
      now: 100,
      arrivedAt: 0,
      frames: 1,
      bytes: 1000,
      held: 0,
      unacknowledged: 0,
      isEmpty: true,
    };
    controller.acknowledged!({ ...acknowledged, roundTrip });
    controller.acknowledged!({ ...acknowledged, roundTrip: 500 });
    expect(controller.budget(path(0, 0, 1000)) !== ofKernel).toBe(isBehindProxy);
  }
});

test('`fixed` allows the given number of unacknowledged bytes, and `none` allows 64 KiB while the buffer of the socket is empty', () => {
  expect([0, 2000, 5000].map((sent) => fixed(3000)().budget(path(0, sent)))).toEqual([3000, 1000, -2000]);
  expect([0, 1].map((buffered) => none().budget(path(buffered, 10 ** 9)))).toEqual([2 ** 16, 0]);
});

test.each([
  ['minBuf: a must be a finite number > 0, got 0', () => minBuf(0, 1)],
  ['minBuf: a must be a finite number > 0, got Infinity', () => minBuf(Infinity, 1)],
  ['minBuf: b must be a finite number ≥ 0, got -1', () => minBuf(1, -1)],
  ['minBuf: b must be a finite number ≥ 0, got NaN', () => minBuf(1, NaN)],
  ['fixed: bytes must be a finite number > 0, got 0', () => fixed(0)],
  ['fixed: bytes must be a finite number > 0, got NaN', () => fixed(NaN)],
])('%s', (message, make) => {
  expect(make).toThrow(message);
});
