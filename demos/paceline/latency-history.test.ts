import { expect, test } from 'vitest';
import { History } from './latency-history.ts';
import type { Arrival } from './network.ts';

const arrival: Arrival = {
  side: 'plain',
  kind: 'inputs',
  layer: 0,
  latency: 50,
  bytes: 64,
  x: 0.5,
  y: 0.5,
};

test('a point has the longest latency of a fifth of a second, and moves to the left', () => {
  const history = new History(0);
  history.note(arrival, 10);
  history.note({ ...arrival, latency: 90 }, 20);
  history.note({ ...arrival, latency: 70 }, 30);
  expect(history.latencies('inputs').slice(-2)).toEqual([null, 90]);
  history.advanceTo(450);
  expect(history.latencies('inputs').slice(-4)).toEqual([null, 90, null, null]);
  expect(history.times.slice(-2)).toEqual([-0.2, 0]);
  expect(history.latencies('video').every((one) => one === null)).toBe(true);
  history.advanceTo(60_000);
  expect(history.latencies('inputs').every((one) => one === null)).toBe(true);
  expect(history.latencies('inputs')).toHaveLength(history.times.length);
});

test('figures are of the last whole second', () => {
  const history = new History(0);
  expect(history.latency('inputs')).toBeUndefined();
  for (let time = 0; time < 2000; time += 10) {
    history.advanceTo(time);
    history.note({ ...arrival, latency: time < 1000 ? 500 : 100, bytes: 125 }, time);
  }
  history.advanceTo(2000);
  expect(history.latency('inputs')).toBe(100);
  expect(history.rate('inputs')).toBe(100_000);
  history.advanceTo(3200);
  expect(history.latency('inputs')).toBeUndefined();
  expect(history.rate('inputs')).toBe(0);
});

test('a picture is there with its first layer, and all layers count as bytes', () => {
  const history = new History(0);
  for (const layer of [3, 1, 0, 2])
    history.note({ ...arrival, kind: 'video', layer, latency: 10 + layer }, 0);
  history.advanceTo(200);
  expect(history.latency('video')).toBe(10);
  expect(history.latencies('video').at(-2)).toBe(10);
  expect(history.rate('video')).toBe(4 * 64 * 8);
});

test('the newest place is that of the input that came last', () => {
  const history = new History(0);
  history.note({ ...arrival, x: 0.1, y: 0.2 }, 5);
  history.note({ ...arrival, kind: 'download', x: 0.8, y: 0.9 }, 7);
  expect(history.newest).toEqual({ x: 0.1, y: 0.2 });
  expect(history.heardAt).toBe(7);
});
