import { expect, test } from 'vitest';
import type { Entity } from '../../../tandem/world/entity.ts';
import { Kind } from '../../../tandem/world/kinds.ts';
import { room, worldOf } from '../../../tandem/world/room.test.setup.ts';
import { VitalsMeter } from './vitals-meter.ts';

/** A meter that is resumed at 100 ms, and an enemy near the robot and one far from it. */
function createMeter(): { meter: VitalsMeter; near: Entity; far: Entity } {
  const world = worldOf(
    room(40, 12),
    { kind: Kind.player, x: 9, y: 10.5 },
    { kind: Kind.flyer, x: 12, y: 10 },
    { kind: Kind.flyer, x: 30, y: 10 },
  );
  const [near, far] = world.enemies.filter(({ kind }) => kind === Kind.flyer);
  const meter = new VitalsMeter(world, 60_000);
  meter.resume(100);
  return { meter, near: near!, far: far! };
}

test('the figures are unknown without events', () => {
  const { meter } = createMeter();
  for (let end = 110; end <= 200; end += 10) meter.drawn(end - 1, end);
  expect(meter.take(200)).toEqual({
    frameTime: { median: 10, p95: 10 },
    inputLatency: undefined,
    nearInterval: undefined,
    farInterval: undefined,
  });
});

test('the latency of a key lasts until the end of the first frame after a step that has read the key', () => {
  const { meter } = createMeter();
  for (let at = 200; at < 700; at += 100) {
    meter.pressed(at);
    meter.drawn(at + 5, at + 10); // no step has read the key yet
    meter.stepped();
    meter.drawn(at + 35, at + 40);
    meter.drawn(at + 55, at + 60);
  }
  expect(meter.take(700).inputLatency).toEqual({ median: 40, p95: 40 });
});

test('all keys before a frame count, not only the first one', () => {
  const { meter } = createMeter();
  for (const at of [200, 210, 220, 230, 240]) meter.pressed(at);
  meter.stepped();
  meter.drawn(250, 300);
  expect(meter.take(300).inputLatency).toEqual({ median: 80, p95: 100 });
});

test('keys that are older than the game, and keys during a suspension, do not count', () => {
  const { meter } = createMeter();
  for (let i = 0; i < 5; i++) meter.pressed(50);
  meter.stepped();
  meter.drawn(110, 120);
  expect(meter.take(120).inputLatency).toBeUndefined();
  meter.suspend(150);
  for (let i = 0; i < 5; i++) meter.pressed(160);
  meter.resume(200);
  meter.stepped();
  meter.drawn(210, 220);
  expect(meter.take(220).inputLatency).toBeUndefined();
});

test('the intervals between updates of near and far enemies are measured without the time of a suspension', () => {
  const { meter, near, far } = createMeter();
  for (let now = 110; now <= 170; now += 10) meter.updated(near, now);
  meter.updated(far, 110);
  meter.updated(far, 160);
  meter.suspend(180);
  meter.updated(far, 190); // does not count
  meter.resume(1180);
  for (let now = 1210; now <= 1360; now += 50) meter.updated(far, now);
  expect(meter.take(1360)).toMatchObject({
    nearInterval: { median: 10, p95: 10 },
    farInterval: { median: 50, p95: 50 },
  });
});
