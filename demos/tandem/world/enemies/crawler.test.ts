import { expect, test } from 'vitest';
import { Cell, fillCells } from '../map/grid.ts';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { distanceToWalls } from '../map/slow-geometry.test.setup.ts';
import { crawler } from './crawler.ts';

test('a crawler moves around a block and never loses contact', () => {
  const grid = room(12, 12, (map) => fillCells(map, 5, 5, 2, 2, Cell.solid));
  const world = worldOf(grid, { kind: Kind.crawler, x: 6, y: 4.69, normalX: 0, normalY: -1 });
  const enemy = only(world, crawler);
  const sides = new Set<string>();
  let farthest = 0;
  liveTicks(world, 500, () => {
    enemy.memory.direction = 1;
    sides.add(`${Math.round(enemy.normalX)} ${Math.round(enemy.normalY)}`);
    farthest = Math.max(farthest, distanceToWalls(grid, enemy) - enemy.radius);
  });
  expect(['0 -1', '1 0', '0 1', '-1 0'].filter((side) => !sides.has(side))).toEqual([]);
  expect(farthest).toBeLessThan(0.02);
});

test('a crawler climbs from the floor up the wall to the ceiling', () => {
  const world = worldOf(room(8, 5), { kind: Kind.crawler, x: 4, y: 4.69, normalX: 0, normalY: -1 });
  const enemy = only(world, crawler);
  let normals = '';
  liveTicks(world, 400, () => {
    enemy.memory.direction = 1;
    const normal = `(${Math.round(enemy.normalX)},${Math.round(enemy.normalY)})`;
    if (!normals.endsWith(normal)) normals += normal;
  });
  expect(normals).toMatch(/^\(0,-1\)\(-1,0\)\(0,1\)/);
});

test('a crawler without a wall falls to the ground', () => {
  const world = worldOf(room(8, 8), { kind: Kind.crawler, x: 4, y: 3 });
  liveTicks(world, 120);
  expect(only(world, crawler).normalY).not.toBe(0);
});
