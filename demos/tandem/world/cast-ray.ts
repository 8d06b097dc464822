import { cellShapes } from './cell-shape.ts';
import { Cell, cellAt, type Grid } from './grid.ts';

/**
 * How far a thin ray from (x, y) towards (x + dx, y + dy) gets before a wall, 0 to 1; 1 means all the way. Grates stop
 * it unless `sight`. Visits each cell on the way once (Amanatides and Woo, A Fast Voxel Traversal Algorithm, 1987).
 */
export function castRay(grid: Grid, x: number, y: number, dx: number, dy: number, sight: boolean): number {
  let column = Math.floor(x);
  let row = Math.floor(y);
  const stepX = dx < 0 ? -1 : 1;
  const stepY = dy < 0 ? -1 : 1;
  const perColumn = dx === 0 ? Infinity : 1 / Math.abs(dx);
  const perRow = dy === 0 ? Infinity : 1 / Math.abs(dy);
  let nextColumn = dx === 0 ? Infinity : (dx < 0 ? x - column : column + 1 - x) * perColumn;
  let nextRow = dy === 0 ? Infinity : (dy < 0 ? y - row : row + 1 - y) * perRow;
  let entered = 0;
  for (;;) {
    const left = nextColumn < nextRow ? nextColumn : nextRow;
    const cell = cellAt(grid, column, row);
    if (cell === Cell.solid || (cell === Cell.grate && !sight)) return entered;
    if (cell > Cell.grate) {
      const met = meetSlant(cell, x - column, y - row, dx, dy, entered, left < 1 ? left : 1);
      if (met <= 1) return met;
    }
    if (left >= 1) return 1;
    entered = left;
    if (nextColumn < nextRow) {
      column += stepX;
      nextColumn += perColumn;
    } else {
      row += stepY;
      nextRow += perRow;
    }
  }
}

// The part of the ray from `entered` to `left` lies in the diagonal cell; the height above the slant is linear on it.
function meetSlant(
  cell: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
  entered: number,
  left: number,
): number {
  const { edges } = cellShapes[cell]!;
  const nx = edges[5]!;
  const ny = edges[6]!;
  const start = (x - edges[0]!) * nx + (y - edges[1]!) * ny;
  const slope = dx * nx + dy * ny;
  if (start + slope * entered <= 0) return entered;
  return start + slope * left < 0 ? -start / slope : 2;
}
