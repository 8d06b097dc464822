import { expect, test } from 'vitest';
import { Cell, fillCells } from '../map/grid.ts';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { flyer } from './flyer.ts';

test('a flyer finds a way around a rock to its goal', () => {
  const grid = room(20, 12, (map) => fillCells(map, 9, 6, 1, 1, Cell.solid));
  const world = worldOf(grid, { kind: Kind.flyer, x: 6, y: 6.2 });
  const enemy = only(world, flyer);
  liveTicks(world, 420, () => {
    enemy.memory.goalX = 12.5;
    enemy.memory.goalY = 6;
  });
  expect(enemy.x).toBeGreaterThan(11);
});

test('two flyers with one goal keep apart', () => {
  const world = worldOf(room(20, 12), { kind: Kind.flyer, x: 6, y: 6 }, { kind: Kind.flyer, x: 14, y: 6 });
  const [one, other] = world.enemies;
  let nearest = Infinity;
  liveTicks(world, 600, () => {
    for (const { memory } of world.enemies) Object.assign(memory, { goalX: 10, goalY: 6 });
    nearest = Math.min(nearest, Math.hypot(one!.x - other!.x, one!.y - other!.y));
  });
  expect(Math.abs(one!.x - 10) + Math.abs(other!.x - 10)).toBeLessThan(2);
  expect(nearest).toBeGreaterThan(0.2);
});
