import { expect, test } from 'vitest';
import { Cell, fillCells } from '../map/grid.ts';
import { Kind } from '../kind.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';

test('a flyer finds its way round a rock to its goal', () => {
  const grid = room(20, 12, (map) => fillCells(map, 9, 6, 1, 1, Cell.solid));
  const world = worldOf(grid, { kind: Kind.flyer, x: 6, y: 6.2 });
  const flyer = only(world, Kind.flyer);
  liveTicks(world, 420, () => {
    flyer.goalX = 12.5;
    flyer.goalY = 6;
  });
  expect(flyer.x).toBeGreaterThan(11);
});

test('two flyers with one goal keep apart', () => {
  const world = worldOf(room(20, 12), { kind: Kind.flyer, x: 6, y: 6 }, { kind: Kind.flyer, x: 14, y: 6 });
  const [one, other] = world.enemies;
  let nearest = Infinity;
  liveTicks(world, 600, () => {
    for (const flyer of world.enemies) [flyer.goalX, flyer.goalY] = [10, 6];
    nearest = Math.min(nearest, Math.hypot(one!.x - other!.x, one!.y - other!.y));
  });
  expect(Math.abs(one!.x - 10) + Math.abs(other!.x - 10)).toBeLessThan(2);
  expect(nearest).toBeGreaterThan(0.2);
});
