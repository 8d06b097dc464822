import { cellShapes } from './cell-shape.ts';
import { cellAt, type Grid } from './grid.ts';

/** The wall nearest to a point. The caller keeps one and passes it again and again. */
export interface ClosestWall {
  /** Cells from the point to the wall, 0 inside it; the reach of the search where there is none so near. */
  distance: number;
  /** Unit vector from the wall to the point; (0, 0) inside a wall and where there is none. */
  normalX: number;
  normalY: number;
}

/** A result to pass to `findClosestWall`. */
export function createClosestWall(): ClosestWall {
  const wall = { distance: NaN, normalX: NaN, normalY: NaN };
  wall.distance = wall.normalX = wall.normalY = 0;
  return wall;
}

/** Looks for the wall nearest to (x, y), at most `reach` cells away. Costs O(reach²). */
export function findClosestWall(grid: Grid, x: number, y: number, reach: number, wall: ClosestWall): void {
  let best = reach * reach;
  let bestX = 0;
  let bestY = 0;
  const left = Math.floor(x - reach);
  const right = Math.floor(x + reach);
  const top = Math.floor(y - reach);
  const bottom = Math.floor(y + reach);
  for (let row = top; row <= bottom; row++) {
    const v = y - row;
    const overY = v < 0 ? v : v > 1 ? v - 1 : 0;
    for (let column = left; column <= right; column++) {
      const cell = cellAt(grid, column, row);
      if (cell === 0) continue;
      const u = x - column;
      let awayX = u < 0 ? u : u > 1 ? u - 1 : 0;
      let awayY = overY;
      let distance2 = awayX * awayX + awayY * awayY;
      if (distance2 >= best) continue;
      const { edges, slant } = cellShapes[cell]!;
      if (slant >= 0) {
        // The point of the full cell nearest to ours counts if it lies in the solid half; if not, the slant is nearest.
        const height = (u - awayX - edges[0]!) * edges[5]! + (v - awayY - edges[1]!) * edges[6]!;
        if (height > 0) {
          const along = (u - edges[0]!) * edges[2]! + (v - edges[1]!) * edges[3]!;
          const s = along < 0 ? 0 : along > edges[4]! ? edges[4]! : along;
          awayX = u - edges[0]! - s * edges[2]!;
          awayY = v - edges[1]! - s * edges[3]!;
          distance2 = awayX * awayX + awayY * awayY;
          if (distance2 >= best) continue;
        }
      }
      best = distance2;
      bestX = awayX;
      bestY = awayY;
    }
  }
  const distance = Math.sqrt(best);
  const scale = bestX === 0 && bestY === 0 ? 0 : 1 / distance;
  wall.distance = distance;
  wall.normalX = bestX * scale;
  wall.normalY = bestY * scale;
}
