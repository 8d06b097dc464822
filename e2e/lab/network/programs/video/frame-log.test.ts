import { expect, test } from 'vitest';
import { FrameLog } from './frame-log.ts';
import { layers } from './video.ts';

test('frames are selected by the time at which they were sent, and missing layers are null', () => {
  const log = new FrameLog();
  const period = 1000 / 30;
  for (const frame of [0, 1, 2, 4, 5])
    log.add({ frame, layer: 0, latency: 20 + frame }, 500 + frame * period);
  log.add({ frame: 2, layer: 1, latency: 99 }, 500 + 2 * period);
  const nothing = Array<null>(layers).fill(null);
  expect(log.between(501, 500 + 4.5 * period)).toEqual([
    [21, ...nothing.slice(1)],
    [22, 99, ...nothing.slice(2)],
    nothing,
    [24, ...nothing.slice(1)],
  ]);
});

test('without arrivals all frames are lost, and a period that ends before it begins has no frames', () => {
  const log = new FrameLog();
  expect(log.between(50, 1050).flat()).toEqual(Array(30 * layers).fill(null));
  log.add({ frame: 0, layer: 0, latency: 1 }, 0);
  expect(log.between(10_000, 5000)).toEqual([]);
});
