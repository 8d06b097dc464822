import { expect, test } from 'vitest';
import type { FlowOptions } from './flow.ts';
import { idealSink } from './ideal-sink.ts';
import { layers, frameRate } from './video/video.ts';

const options: FlowOptions = {
  transport: 'ideal',
  flows: 1,
  videos: 1,
  seconds: 3,
  warmup: 1,
  threshold: 200,
  standbys: 0,
  port: 0,
  host: '',
  firstPort: 0,
  link: { rate: 16e6, delay: 15 },
};

test('on a link with enough capacity all layers arrive in order, after the delay', () => {
  const { inTime, late, frames } = idealSink(options);
  expect(late).toEqual(Array(layers).fill(0));
  expect(Math.min(...inTime)).toBe(2 * frameRate);
  const [first] = frames[0]!;
  expect(first).toEqual(first!.toSorted((one, other) => one! - other!));
  expect(first![0]).toBeCloseTo(15 + (8000 * (64 + 6667)) / 16e6, 1);
});

test('on a link that is too narrow, base layers arrive, and most of the highest layers do not', () => {
  const { inTime, frames } = idealSink({ ...options, link: { rate: 2e6, delay: 15 } });
  expect(inTime[0]).toBeGreaterThan(1.9 * frameRate);
  expect(inTime[layers - 1]).toBeLessThan(10);
  const latencies = frames.flat(2).filter((time) => time !== null);
  expect(Math.max(...latencies)).toBeLessThan(200 + (8000 * 1448) / 2e6 + 1);
});

test('a control message waits for at most one packet and the control messages of all flows', () => {
  const { control } = idealSink({ ...options, flows: 4, link: { rate: 8e6, delay: 15 } });
  expect(control).toHaveLength(4);
  const wait = (8000 * (1448 + 4 * 64)) / 8e6;
  expect(Math.max(...control.flat())).toBeLessThanOrEqual(15 + wait + 1e-9);
});
