import { expect, test } from 'vitest';
import { type Entity, placeEntity } from '../entity.ts';
import { fly } from './fly.ts';
import { createEntity, Kind, traitsOf } from '../kinds.ts';
import { room, worldOf } from '../room.test.setup.ts';

test('under a constant desired velocity, one step leads to the same place as ten', () => {
  const [once, tenTimes] = [flownIn(1), flownIn(10)];
  expect(tenTimes.x).toBeCloseTo(once.x, 5);
  expect(tenTimes.y).toBeCloseTo(once.y, 5);
  expect(tenTimes.vx).toBeCloseTo(once.vx, 5);
});

test('the velocity approaches the desired velocity exponentially', () => {
  const flyer = flownIn(1);
  expect(flyer.vx).toBeCloseTo(3 - 5 * Math.exp(-4 * 0.05), 5);
});

test('a push is added to the velocity once', () => {
  const flyer = flownIn(1, 2);
  expect(flyer.vx).toBeCloseTo(3 - 3 * Math.exp(-4 * 0.05), 5);
  expect(flyer.pushX).toBe(0);
});

function flownIn(steps: number, push = 0): Entity {
  const flyer = createEntity(0, 1, Kind.flyer);
  placeEntity(flyer, traitsOf(flyer.kind).memory, 10, 10);
  flyer.vx = -2;
  flyer.pushX = push;
  flyer.seconds = 0.05 / steps;
  const world = worldOf(room(20, 20));
  for (let i = 0; i < steps; i++) fly(world, flyer, { x: 3, y: 1 }, 4);
  return flyer;
}
