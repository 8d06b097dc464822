import { expect, test } from 'vitest';
import { Kind } from './kinds.ts';
import { isFree } from './map/random-grid.test.setup.ts';
import { createTunnel, tunnelRows } from './tunnel.ts';
import { createWorld } from './world.ts';

test('a tunnel has exactly the requested number of enemies, including bolts, and two players', () => {
  for (const enemies of [1, 2, 3, 4, 5, 17, 400]) {
    const world = createWorld(createTunnel(enemies, 1), 1);
    expect([world.enemies.length, world.players.length]).toEqual([enemies, 2]);
  }
});

test('a tunnel has nine kinds of enemies', () => {
  const kinds = new Set(createWorld(createTunnel(400, 1), 1).enemies.map((enemy) => enemy.kind));
  expect(kinds.size).toBe(9);
});

test('the length of the tunnel grows with the crowd, which is equally dense everywhere', () => {
  const small = createWorld(createTunnel(2000, 1), 1);
  const large = createWorld(createTunnel(20_000, 1), 1);
  expect(large.grid.columns / small.grid.columns).toBeCloseTo(10, 0);
  for (const world of [small, large]) {
    const counts = Array.from({ length: 8 }, () => 0);
    for (const enemy of world.enemies) counts[Math.floor((8 * enemy.x) / world.grid.columns)]!++;
    for (const count of counts) expect(count / world.enemies.length).toBeCloseTo(1 / 8, 1);
  }
});

test('enemies begin in the upper tunnel and outside of walls, and clinging ones at a wall', () => {
  const level = createTunnel(200, 3);
  for (const entity of createWorld(level, 3).enemies) {
    expect(isFree(level.grid, entity, entity.radius)).toBe(true);
    expect(entity.y).toBeGreaterThan(tunnelRows.upper.top);
    expect(entity.y).toBeLessThan(tunnelRows.upper.bottom + 1);
    const clings = entity.kind === Kind.crawler || entity.kind === Kind.turret;
    if (clings) expect(Math.hypot(entity.normalX, entity.normalY)).toBeCloseTo(1, 9);
  }
});

test('the same seed creates the same tunnel, another seed another one', () => {
  expect(createTunnel(300, 5)).toEqual(createTunnel(300, 5));
  expect(createTunnel(300, 6)).not.toEqual(createTunnel(300, 5));
});

test('createTunnel throws for a number of enemies that is not a positive integer', () => {
  expect(() => createTunnel(0, 1)).toThrow(RangeError);
  expect(() => createTunnel(1.5, 1)).toThrow(RangeError);
});
