import { expect, test } from 'vitest';
import { Cell, fillCells } from '../map/grid.ts';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { seeker } from './seeker.ts';

const seen = distanceAfter(Cell.empty);

test('a seeker chases a player in sight', () => {
  expect(seen).toBeLessThan(1.5);
});

test('a seeker behind a wall does not chase the player', () => {
  expect(distanceAfter(Cell.solid)).toBeGreaterThan(3);
});

test('a seeker behind a grate comes as close to the player as the grate allows', () => {
  const through = distanceAfter(Cell.grate);
  expect(through).toBeLessThan(distanceAfter(Cell.solid));
  expect(through).toBeGreaterThan(seen);
});

function distanceAfter(cell: Cell): number {
  const grid = room(16, 8, (map) => fillCells(map, 8, 0, 1, 8, cell));
  const player = { x: 10, y: 4 };
  const world = worldOf(grid, { kind: Kind.player, ...player }, { kind: Kind.seeker, x: 4, y: 4 });
  const enemy = only(world, seeker);
  // The goal of the patrol is away from the player, so only a chase brings the seeker closer.
  liveTicks(world, 180, () => {
    enemy.memory.goalX = 3;
    enemy.memory.goalY = 4;
  });
  return Math.hypot(enemy.x - player.x, enemy.y - player.y);
}
