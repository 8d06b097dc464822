import { expect, test } from 'vitest';
import { FrameMeter } from './frame-meter.ts';

test('the meter covers only the last frames', () => {
  const meter = new FrameMeter(100);
  expect([meter.rate, meter.longest]).toEqual([undefined, undefined]);
  for (const time of [0, 500, 510, 520, 560]) meter.add(time);
  expect(meter.rate).toBe(50); // 3 frames in 60 ms
  expect(meter.longest).toBe(40);
});

test('one frame has no rate', () => {
  const meter = new FrameMeter(100);
  meter.add(0);
  expect([meter.rate, meter.longest]).toEqual([undefined, undefined]);
});
