import fc from 'fast-check';
import { expect, test } from 'vitest';
import { castRay, createRay, type Ray } from './cast-ray.ts';
import { Cell, createGrid, type Grid, setCell } from './grid.ts';
import { randomGrid, randomPlace, randomWay } from './random-grid.test.setup.ts';
import { distanceToWalls, isInWall } from './slow-geometry.test.setup.ts';
import type { Vector } from './vector.ts';

const samples = 400;

test('the free part of a ray ends at the first point in a wall', () => {
  fc.assert(
    fc.property(randomGrid, randomPlace, randomWay, (grid, place, way) => {
      const { free } = cast(grid, place, way, false);
      const at = (share: number): Vector => ({ x: place.x + way.x * share, y: place.y + way.y * share });
      const before = Array.from({ length: samples }, (_, i) => at((i / samples) * free * (1 - 1e-9)));
      expect(before.filter(({ x, y }) => free > 0 && isInWall(grid, x, y))).toEqual([]);
      expect(free === 1 || distanceToWalls(grid, at(free)) < 1e-6).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a ray stops at the surface of solid cells and diagonals', () => {
  const grid = createGrid(9, 9);
  setCell(grid, 5, 4, Cell.solid);
  expect(cast(grid, { x: 2.5, y: 4.5 }, { x: 5, y: 0 }, false).free).toBeCloseTo(0.5, 12);
  setCell(grid, 5, 4, Cell.ceilingRight);
  expect(cast(grid, { x: 2.5, y: 4.25 }, { x: 5, y: 0 }, false).free).toBeCloseTo(0.55, 12);
  expect(cast(grid, { x: 5.25, y: 8 }, { x: 0, y: -4 }, false).free).toBeCloseTo(3.75 / 4, 12);
});

test('grates stop bodies but not sight', () => {
  const grid = createGrid(9, 9);
  setCell(grid, 5, 4, Cell.grate);
  expect(cast(grid, { x: 2.5, y: 4.5 }, { x: 5, y: 0 }, true).free).toBe(1);
  expect(cast(grid, { x: 2.5, y: 4.5 }, { x: 5, y: 0 }, false).free).toBe(0.5);
});

test('a ray of length 0 outside of walls is free', () => {
  expect(cast(createGrid(3, 3), { x: 1.5, y: 1.5 }, { x: 0, y: 0 }, false).free).toBe(1);
});

function cast(grid: Grid, place: Vector, way: Vector, sight: boolean): Ray {
  const ray = createRay();
  ray.x = place.x;
  ray.y = place.y;
  ray.dx = way.x;
  ray.dy = way.y;
  castRay(grid, ray, sight);
  return ray;
}
