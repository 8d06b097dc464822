import { Cell, cellAt, type Grid } from './grid.ts';
import type { Vector } from './vector.ts';

/** Whether a position is in a solid cell or in the solid half of a diagonal. Grates are solid. The obvious implementation, for tests. */
export function isInWall(grid: Grid, x: number, y: number): boolean {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const u = x - column;
  const v = y - row;
  switch (cellAt(grid, column, row)) {
    case Cell.empty:
      return false;
    case Cell.floorLeft:
      return v >= u;
    case Cell.floorRight:
      return u + v >= 1;
    case Cell.ceilingLeft:
      return u + v <= 1;
    case Cell.ceilingRight:
      return u >= v;
    default:
      return true;
  }
}

/** The distance from a position to the nearest wall in the map and one cell around it. Tries every cell, for tests. */
export function distanceToWalls(grid: Grid, place: Vector): number {
  if (isInWall(grid, place.x, place.y)) return 0;
  let best = Infinity;
  for (let row = -1; row <= grid.rows; row++) {
    for (let column = -1; column <= grid.columns; column++) {
      for (const [from, to] of outline(cellAt(grid, column, row))) {
        const start = { x: column + from[0], y: row + from[1] };
        const end = { x: column + to[0], y: row + to[1] };
        best = Math.min(best, distanceToSegment(place, start, end));
      }
    }
  }
  return best;
}

type Corner = readonly [number, number];

const upperLeft: Corner = [0, 0];
const upperRight: Corner = [1, 0];
const lowerLeft: Corner = [0, 1];
const lowerRight: Corner = [1, 1];

function outline(cell: number): (readonly [Corner, Corner])[] {
  const corners = cornersOf(cell);
  return corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]!]);
}

function cornersOf(cell: number): readonly Corner[] {
  switch (cell) {
    case Cell.empty:
      return [];
    case Cell.floorLeft:
      return [upperLeft, lowerLeft, lowerRight];
    case Cell.floorRight:
      return [upperRight, lowerLeft, lowerRight];
    case Cell.ceilingLeft:
      return [upperLeft, upperRight, lowerLeft];
    case Cell.ceilingRight:
      return [upperLeft, upperRight, lowerRight];
    default:
      return [upperLeft, upperRight, lowerRight, lowerLeft];
  }
}

function distanceToSegment(place: Vector, start: Vector, end: Vector): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const along = ((place.x - start.x) * dx + (place.y - start.y) * dy) / (dx * dx + dy * dy);
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(place.x - start.x - share * dx, place.y - start.y - share * dy);
}
