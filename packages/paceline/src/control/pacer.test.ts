import { expect, test } from 'vitest';
import { usualSegment } from './latency-controller.ts';
import { Pacer } from './pacer.ts';

const rate = 2000; // bytes per ms

test('no burst is longer than 8 ms of the rate, or four segments', () => {
  expect(new Pacer().allowed(1000, 0, rate)).toBe(8 * rate);
  expect(new Pacer().allowed(10_000, 0, 1)).toBe(4 * usualSegment);
});

test('what was sent must be earned again, at twice the rate', () => {
  const pacer = new Pacer();
  pacer.allowed(1000, 0, rate);
  expect(pacer.allowed(1000, 8 * rate, rate)).toBe(0);
  expect(pacer.allowed(1001, 8 * rate, rate)).toBe(2 * rate);
});

test('acknowledgments do not count as tokens', () => {
  const pacer = new Pacer();
  pacer.allowed(1000, 0, rate);
  pacer.allowed(1000, 8 * rate, rate);
  pacer.acknowledged(8 * rate);
  expect(pacer.allowed(1000, 0, rate)).toBe(0);
});
