import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClosestWall, findClosestWall } from './closest-wall.ts';
import { createGrid } from './grid.ts';
import { uniform, randomGrid, randomPlace } from './random-grid.test.setup.ts';
import { distanceToWalls } from './slow-geometry.test.setup.ts';

const wall = createClosestWall();

test('the distance of the closest wall equals that of an exhaustive search, limited to the reach', () => {
  fc.assert(
    fc.property(randomGrid, randomPlace, uniform(0.1, 4), (grid, place, reach) => {
      findClosestWall(grid, place, reach, wall);
      expect(wall.distance).toBeCloseTo(Math.min(reach, distanceToWalls(grid, place)), 9);
    }),
    { numRuns: 300 },
  );
});

test('the point at `distance` from the place, in the direction opposite to the normal, lies on a wall', () => {
  fc.assert(
    fc.property(randomGrid, randomPlace, (grid, place) => {
      findClosestWall(grid, place, 4, wall);
      const { distance, normalX, normalY } = wall;
      if (distance === 0 || distance === 4) {
        expect([normalX, normalY]).toEqual([0, 0]);
        return;
      }
      expect(Math.hypot(normalX, normalY)).toBeCloseTo(1, 9);
      const foot = { x: place.x - normalX * distance, y: place.y - normalY * distance };
      expect(distanceToWalls(grid, foot)).toBeLessThan(1e-9);
    }),
    { numRuns: 300 },
  );
});

test('without a wall in reach the normal is zero', () => {
  findClosestWall(createGrid(20, 20), { x: 10, y: 10 }, 3, wall);
  expect(wall).toEqual({ distance: 3, normalX: 0, normalY: 0 });
});
