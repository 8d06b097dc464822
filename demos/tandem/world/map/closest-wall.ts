import { cellShapes } from './cell-shape.ts';
import { cellAt, type Grid } from './grid.ts';
import { createVector, type Vector } from './vector.ts';

/** The wall closest to a place. Callers keep one object and pass it again and again. */
export interface ClosestWall {
  /** Distance to the wall in cells; 0 inside it, and the reach of the search if no wall is so near. */
  distance: number;
  /** Unit vector from the wall to the place; (0, 0) inside a wall and if none was found. */
  normalX: number;
  normalY: number;
}

const away = createVector();

/** A result object for `findClosestWall`. Its numbers begin as NaN, as in vectors, so that the engine stores them in place. */
export function createClosestWall(): ClosestWall {
  return { distance: NaN, normalX: NaN, normalY: NaN };
}

/** Finds the wall closest to a place, at most `reach` cells away. Costs O(reach²). */
export function findClosestWall(grid: Grid, place: Vector, reach: number, wall: ClosestWall): void {
  const left = Math.floor(place.x - reach);
  const right = Math.floor(place.x + reach);
  const top = Math.floor(place.y - reach);
  const bottom = Math.floor(place.y + reach);
  let best = reach * reach;
  let bestX = 0;
  let bestY = 0;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const cell = cellAt(grid, column, row);
      if (cell === 0) continue;
      leaveCell(cell, column, row, place);
      const distance2 = away.x * away.x + away.y * away.y;
      if (distance2 >= best) continue;
      best = distance2;
      bestX = away.x;
      bestY = away.y;
    }
  }
  const distance = Math.sqrt(best);
  const scale = distance === 0 ? 0 : 1 / distance;
  wall.distance = distance;
  wall.normalX = bestX * scale;
  wall.normalY = bestY * scale;
}

// Writes the vector from the solid part of a cell to the place into `away`. It starts at the point of the cell that is nearest to the place
// if that point is solid, and otherwise at the nearest point of the slant.
function leaveCell(cell: number, column: number, row: number, place: Vector): void {
  const u = place.x - column;
  const v = place.y - row;
  away.x = u < 0 ? u : u > 1 ? u - 1 : 0;
  away.y = v < 0 ? v : v > 1 ? v - 1 : 0;
  const { edges, slant } = cellShapes[cell]!;
  if (slant < 0) return;
  const px = u - edges[0]!;
  const py = v - edges[1]!;
  if ((px - away.x) * edges[5]! + (py - away.y) * edges[6]! <= 0) return;
  const along = px * edges[2]! + py * edges[3]!;
  const s = along < 0 ? 0 : along > edges[4]! ? edges[4]! : along;
  away.x = px - s * edges[2]!;
  away.y = py - s * edges[3]!;
}
