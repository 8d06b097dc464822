import { expect, test } from 'vitest';
import { Cell, fillCells } from '../map/grid.ts';
import { Kind } from '../kind.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { distanceToWalls } from '../map/slow-geometry.test.setup.ts';

test('a crawler goes all the way round a block and never lets go of it', () => {
  const grid = room(12, 12, (map) => fillCells(map, 5, 5, 2, 2, Cell.solid));
  const world = worldOf(grid, { kind: Kind.crawler, x: 6, y: 4.69, normalX: 0, normalY: -1 });
  const crawler = only(world, Kind.crawler);
  const sides = new Set<string>();
  let farthest = 0;
  liveTicks(world, 500, () => {
    crawler.goalX = 1;
    sides.add(`${Math.round(crawler.normalX)} ${Math.round(crawler.normalY)}`);
    farthest = Math.max(farthest, distanceToWalls(grid, crawler) - crawler.radius);
  });
  expect(['0 -1', '1 0', '0 1', '-1 0'].filter((side) => !sides.has(side))).toEqual([]);
  expect(farthest).toBeLessThan(0.02);
});

test('a crawler climbs from the floor up the wall to the ceiling', () => {
  const world = worldOf(room(8, 5), { kind: Kind.crawler, x: 4, y: 4.69, normalX: 0, normalY: -1 });
  const crawler = only(world, Kind.crawler);
  let normals = '';
  liveTicks(world, 400, () => {
    crawler.goalX = 1;
    const normal = `(${Math.round(crawler.normalX)},${Math.round(crawler.normalY)})`;
    if (!normals.endsWith(normal)) normals += normal;
  });
  expect(normals).toMatch(/^\(0,-1\)\(-1,0\)\(0,1\)/);
});

test('a crawler without a wall falls on to one', () => {
  const world = worldOf(room(8, 8), { kind: Kind.crawler, x: 4, y: 3 });
  liveTicks(world, 120);
  expect(only(world, Kind.crawler).normalY).not.toBe(0);
});
