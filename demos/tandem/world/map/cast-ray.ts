import { cellShapes } from './cell-shape.ts';
import { Cell, cellAt, type Grid } from './grid.ts';

/** A ray from (x, y) to (x + dx, y + dy). `free` is the fraction of it before the first wall, 0 to 1. */
export interface Ray {
  x: number;
  y: number;
  dx: number;
  dy: number;
  free: number;
}

/** Returns a ray to fill in and cast. Its numbers begin as NaN, see `createVector`. */
export function createRay(): Ray {
  return { x: NaN, y: NaN, dx: NaN, dy: NaN, free: NaN };
}

/**
 * Sets `ray.free` to the fraction of the ray before the first wall; 1 means that the whole ray is free. Grates and veils stop the ray unless
 * `sight` is true. Visits each cell on the way once (Amanatides and Woo, A Fast Voxel Traversal Algorithm, 1987).
 */
export function castRay(grid: Grid, ray: Ray, sight: boolean): void {
  const { x, y, dx, dy } = ray;
  let column = Math.floor(x);
  let row = Math.floor(y);
  const stepX = dx < 0 ? -1 : 1;
  const stepY = dy < 0 ? -1 : 1;
  const perColumn = dx === 0 ? Infinity : 1 / Math.abs(dx);
  const perRow = dy === 0 ? Infinity : 1 / Math.abs(dy);
  let nextColumn = dx === 0 ? Infinity : (dx < 0 ? x - column : column + 1 - x) * perColumn;
  let nextRow = dy === 0 ? Infinity : (dy < 0 ? y - row : row + 1 - y) * perRow;
  ray.free = 0;
  for (;;) {
    const left = nextColumn < nextRow ? nextColumn : nextRow;
    const cell = cellAt(grid, column, row);
    if (cell !== Cell.empty && stops(ray, cell, column, row, left < 1 ? left : 1, sight)) return;
    if (left >= 1) break;
    ray.free = left;
    if (nextColumn < nextRow) {
      column += stepX;
      nextColumn += perColumn;
    } else {
      row += stepY;
      nextRow += perRow;
    }
  }
  ray.free = 1;
}

function stops(ray: Ray, cell: number, column: number, row: number, left: number, sight: boolean): boolean {
  if (cell >= Cell.floorLeft && cell <= Cell.ceilingRight) return meetsSlant(ray, cell, column, row, left);
  return !sight || cell === Cell.solid || cell === Cell.door;
}

// The part of the ray from `ray.free` to `left` lies in the diagonal cell. Along it, the height above the slant is linear.
function meetsSlant(ray: Ray, cell: number, column: number, row: number, left: number): boolean {
  const { edges } = cellShapes[cell]!;
  const nx = edges[5]!;
  const ny = edges[6]!;
  const start = (ray.x - column - edges[0]!) * nx + (ray.y - row - edges[1]!) * ny;
  const slope = ray.dx * nx + ray.dy * ny;
  if (start + slope * ray.free <= 0) return true;
  if (start + slope * left >= 0) return false;
  ray.free = -start / slope;
  return true;
}
