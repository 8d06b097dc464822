import { expect, test } from 'vitest';
import { LatencyHistory } from './latency-history.ts';
import type { Arrival } from '../network/network.ts';

const arrival: Arrival = {
  side: 'plain',
  kind: 'inputs',
  layer: 0,
  latency: 50,
  bytes: 64,
  x: 0.5,
  y: 0.5,
};

test('a point of the plot has the maximum latency within 0.2 s, and moves to the left as time passes', () => {
  const history = new LatencyHistory(0);
  history.record(arrival, 10);
  history.record({ ...arrival, latency: 90 }, 20);
  history.record({ ...arrival, latency: 70 }, 30);
  expect(history.latencies('inputs').slice(-2)).toEqual([null, 90]);
  history.advanceTo(450);
  expect(history.latencies('inputs').slice(-4)).toEqual([null, 90, null, null]);
  expect(history.times.slice(-2)).toEqual([-0.2, 0]);
  expect(history.latencies('video').every((one) => one === null)).toBe(true);
  history.advanceTo(60_000);
  expect(history.latencies('inputs').every((one) => one === null)).toBe(true);
  expect(history.latencies('inputs')).toHaveLength(history.times.length);
});

test('latency and rate are those of the last complete second', () => {
  const history = new LatencyHistory(0);
  expect(history.latency('inputs')).toBeUndefined();
  for (let time = 0; time < 2000; time += 10) {
    history.advanceTo(time);
    history.record({ ...arrival, latency: time < 1000 ? 500 : 100, bytes: 125 }, time);
  }
  history.advanceTo(2000);
  expect(history.latency('inputs')).toBe(100);
  expect(history.rate('inputs')).toBe(100_000);
  history.advanceTo(3200);
  expect(history.latency('inputs')).toBeUndefined();
  expect(history.rate('inputs')).toBe(0);
});

test('the latency of a video frame is that of its first layer, and the bytes of all layers count', () => {
  const history = new LatencyHistory(0);
  for (const layer of [3, 1, 0, 2])
    history.record({ ...arrival, kind: 'video', layer, latency: 10 + layer }, 0);
  history.advanceTo(200);
  expect(history.latency('video')).toBe(10);
  expect(history.latencies('video').at(-2)).toBe(10);
  expect(history.rate('video')).toBe(4 * 64 * 8);
});

test('the pointer is at the position of the last input', () => {
  const history = new LatencyHistory(0);
  history.record({ ...arrival, x: 0.1, y: 0.2 }, 5);
  history.record({ ...arrival, kind: 'download', x: 0.8, y: 0.9 }, 7);
  expect(history.pointer).toEqual({ x: 0.1, y: 0.2 });
  expect(history.lastArrival).toBe(7);
});
