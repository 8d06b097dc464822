import fc from 'fast-check';
import { createGrid, type Grid } from './grid.ts';
import { distanceToWalls } from './slow-geometry.test.setup.ts';
import type { Vector } from './vector.ts';

/** Columns and rows of a random map. */
export const gridSize = 9;

/** Maps of which about a third is filled, with cells of all kinds. */
export const randomGrid: fc.Arbitrary<Grid> = fc
  .array(fc.noBias(fc.integer({ min: -12, max: 6 })), {
    minLength: gridSize * gridSize,
    maxLength: gridSize * gridSize,
  })
  .map((cells) => {
    const grid = createGrid(gridSize, gridSize);
    grid.cells.set(cells.map((cell) => Math.max(0, cell)));
    return grid;
  });

/** Positions on the map. */
export const randomPlace: fc.Arbitrary<Vector> = vectors(0, gridSize);

/** Ways up to the length of the map, and short ones. */
export const randomWay: fc.Arbitrary<Vector> = fc.oneof(vectors(-gridSize, gridSize), vectors(-0.2, 0.2));

/** Whether a circle keeps clear of all walls. */
export function isFree(grid: Grid, place: Vector, radius: number): boolean {
  return distanceToWalls(grid, place) >= radius;
}

/** Uniformly distributed numbers. The numbers of fc.double cluster at 0 and at the ends. */
export function uniform(min: number, max: number): fc.Arbitrary<number> {
  const steps = 100_000;
  return fc.noBias(fc.integer({ min: 0, max: steps })).map((step) => min + ((max - min) * step) / steps);
}

function vectors(min: number, max: number): fc.Arbitrary<Vector> {
  return fc.record({ x: uniform(min, max), y: uniform(min, max) });
}
