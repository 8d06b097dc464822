import { expect, test } from 'vitest';
import { Cell, fillCells, setCell } from '../map/grid.ts';
import { Kind } from '../kinds.ts';
import { liveTicks, only, room, worldOf } from '../room.test.setup.ts';
import { roller } from './roller.ts';

test('a roller in free fall covers gt²/2 at any update rate', () => {
  for (const elapsed of [5, 16, 40]) {
    const world = worldOf(room(10, 40), { kind: Kind.roller, x: 5, y: 2 });
    liveTicks(world, 800 / elapsed, undefined, elapsed);
    expect(only(world, roller).y).toBeCloseTo(2 + 0.5 * 22 * 0.8 ** 2, 9);
  }
});

test('a roller rolls to its goal over a hill of diagonals', () => {
  const hill = room(24, 6, (grid) => {
    fillCells(grid, 8, 5, 4, 1, Cell.solid);
    setCell(grid, 8, 5, Cell.floorRight);
    setCell(grid, 11, 5, Cell.floorLeft);
  });
  const world = worldOf(hill, { kind: Kind.roller, x: 6, y: 5.5 });
  const enemy = only(world, roller);
  let turns = 0;
  let angle = enemy.angle;
  liveTicks(world, 360, () => {
    enemy.memory.goalX = 16;
    const turned = enemy.angle - angle;
    turns += turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    angle = enemy.angle;
  });
  expect(enemy.x).toBeGreaterThan(15);
  expect(turns).toBeCloseTo(10 / enemy.radius, -1);
});

test('a roller follows a player in sight', () => {
  const world = worldOf(
    room(20, 6),
    { kind: Kind.player, x: 14, y: 5.5 },
    { kind: Kind.roller, x: 10, y: 5.5 },
  );
  liveTicks(world, 150);
  expect(only(world, roller).x).toBeGreaterThan(12.5);
});
