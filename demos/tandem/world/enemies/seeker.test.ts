import { expect, test } from 'vitest';
import { Cell, fillCells } from '../map/grid.ts';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { seeker } from './seeker.ts';

const seen = distanceAfter(Cell.empty);

test('a seeker makes for a player whom it sees', () => {
  expect(seen).toBeLessThan(1.5);
});

test('a seeker behind a wall does not know of the player', () => {
  expect(distanceAfter(Cell.solid)).toBeGreaterThan(3);
});

test('a seeker behind a grate sees the player and comes as near as it can', () => {
  const through = distanceAfter(Cell.grate);
  expect(through).toBeLessThan(distanceAfter(Cell.solid));
  expect(through).toBeGreaterThan(seen);
});

function distanceAfter(cell: Cell): number {
  const grid = room(16, 8, (map) => fillCells(map, 8, 0, 1, 8, cell));
  const player = { x: 10, y: 4 };
  const world = worldOf(grid, { kind: Kind.player, ...player }, { kind: Kind.seeker, x: 4, y: 4 });
  const enemy = only(world, seeker);
  // Its own ways would lead it away from the wall.
  liveTicks(world, 180, () => {
    enemy.memory.goalX = 3;
    enemy.memory.goalY = 4;
  });
  return Math.hypot(enemy.x - player.x, enemy.y - player.y);
}
