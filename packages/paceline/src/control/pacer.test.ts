import { expect, test } from 'vitest';
import { usualSegment } from './latency-controller.ts';
import { Pacer } from './pacer.ts';

const rate = 2000; // bytes per ms

test('no burst is longer than 8 ms of the rate, or four segments', () => {
  for (const [ofPath, burst] of [
    [rate, 8 * rate],
    [1, 4 * usualSegment],
  ] as const) {
    const pacer = new Pacer();
    for (let now = 0; now < 10_000; now += 4) pacer.allowed(now, 0, ofPath);
    expect(pacer.allowed(10_000, 0, ofPath)).toBe(burst);
  }
});

test('sent bytes must be earned again, at twice the rate', () => {
  const pacer = new Pacer();
  const all = pacer.allowed(1000, 0, rate);
  expect(pacer.allowed(1000, all, rate)).toBe(0);
  expect(pacer.allowed(1001, all, rate)).toBe(2 * rate);
});

test('a thread that was busy commits what it could not meanwhile', () => {
  const pacer = new Pacer();
  pacer.allowed(1000, 0, rate);
  expect(pacer.allowed(1040, 0, rate)).toBe(40 * rate);
});

test('acknowledgments do not count as tokens', () => {
  const pacer = new Pacer();
  const all = pacer.allowed(1000, 0, rate);
  pacer.allowed(1000, all, rate);
  pacer.acknowledged(all);
  expect(pacer.allowed(1000, 0, rate)).toBe(0);
});
