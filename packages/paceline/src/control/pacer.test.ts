import { expect, test } from 'vitest';
import { usualSegment } from './latency-controller.ts';
import { Pacer } from './pacer.ts';

const rate = 2000; // bytes per ms

test.each([rate, 1])(
  'with a call every 4 ms, no burst is larger than four segments and the bytes of 8 ms, at %i bytes per ms',
  (pathRate) => {
    const pacer = new Pacer();
    const burst = 4 * usualSegment + 8 * pathRate;
    let last = pacer.allowed(0, 0, pathRate);
    for (let now = 4; now < 40_000; now += 4) {
      last = pacer.allowed(now, 0, pathRate);
      expect(last).toBeLessThanOrEqual(burst);
    }
    expect(last).toBe(burst);
  },
);

test('after all tokens were used, new ones come at twice the rate of delivery', () => {
  const pacer = new Pacer();
  const all = pacer.allowed(1000, 0, rate);
  expect(pacer.allowed(1000, all, rate)).toBe(0);
  expect(pacer.allowed(1001, all, rate)).toBe(2 * rate);
});

test.each([
  [40, 40],
  [3_600_000, 100],
])(
  'after a pause of %i ms, as many bytes may be committed at once as in %i ms at twice the rate',
  (pause, counted) => {
    const pacer = new Pacer();
    const unacknowledged = pacer.allowed(0, 0, rate);
    pacer.allowed(0, unacknowledged, rate);
    expect(pacer.allowed(pause, unacknowledged, rate)).toBeGreaterThanOrEqual(2 * counted * rate);
    expect(pacer.allowed(pause, unacknowledged, rate)).toBeLessThanOrEqual(
      2 * counted * rate + 4 * usualSegment,
    );
  },
);

test('an acknowledgment does not allow a pacer to send more at the same time', () => {
  const pacer = new Pacer();
  const all = pacer.allowed(1000, 0, rate);
  pacer.allowed(1000, all, rate);
  pacer.acknowledged(all);
  expect(pacer.allowed(1000, 0, rate)).toBe(0);
});
