import { createClosestWall, findClosestWall } from './map/closest-wall.ts';
import { castCircle } from './map/cast-circle.ts';
import type { Grid } from './map/grid.ts';
import { type Kind, traitsOf } from './kinds.ts';
import type { Spawn } from './level.ts';
import { createContact } from './map/sweep.ts';
import { createVector, type Vector } from './map/vector.ts';

const attempts = 64;

/**
 * Finds a free position for an entity near column `x` and between two rows, inclusive. Clinging kinds are placed on the floor or the ceiling.
 * `draw(n)` returns random numbers in [0, 1). Throws an Error if all 64 attempts fail.
 */
export function findSpot(
  grid: Grid,
  kind: Kind,
  x: number,
  rows: { readonly top: number; readonly bottom: number },
  draw: (attempt: number) => number,
): Spawn {
  const { beginsAtWall, radius } = traitsOf(kind);
  const wall = createClosestWall();
  const spot = createVector();
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Each attempt searches farther from x.
    spot.x = x + (draw(2 * attempt) - 0.5) * (1 + attempt / 4);
    spot.y = rows.top + draw(2 * attempt + 1) * (rows.bottom + 1 - rows.top);
    findClosestWall(grid, spot, radius + 0.1, wall);
    if (wall.distance < radius + 0.05 || spot.y < rows.top || spot.x < 0 || spot.x > grid.columns) continue;
    if (!beginsAtWall) return { kind, x: spot.x, y: spot.y };
    return onWall(grid, kind, spot, draw(2 * attempts) < 0.5 ? -grid.rows : grid.rows);
  }
  throw new Error(`findSpot: no free place near column ${x} for kind ${kind}; give the map more empty cells`);
}

function onWall(grid: Grid, kind: Kind, spot: Vector, dy: number): Spawn {
  const way = createVector();
  const contact = createContact();
  way.x = 0;
  way.y = dy;
  castCircle(grid, spot, traitsOf(kind).radius, way, contact);
  return {
    kind,
    x: spot.x,
    y: spot.y + dy * contact.fraction,
    normalX: contact.normalX,
    normalY: contact.normalY,
  };
}
