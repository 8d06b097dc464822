import { createClosestWall, findClosestWall } from './closest-wall.ts';
import type { Grid } from './grid.ts';
import { Kind, traitsOf } from './kind.ts';
import { createContact, sweep } from './sweep.ts';
import type { Spawn } from './world.ts';

const attempts = 64;

/**
 * A free place for an entity near column `x` between two rows (inclusive). Crawlers and turrets are set on the floor or
 * the ceiling there. `draw(n)` gives chances in [0, 1). Throws an Error where all is walled up.
 */
export function findSpot(
  grid: Grid,
  kind: Kind,
  x: number,
  rows: { readonly top: number; readonly bottom: number },
  draw: (attempt: number) => number,
): Spawn {
  const { radius } = traitsOf(kind);
  const wall = createClosestWall();
  for (let attempt = 0; attempt < attempts; attempt++) {
    // The further from x the longer nothing was found.
    const spotX = x + (draw(2 * attempt) - 0.5) * (1 + attempt / 4);
    const spotY = rows.top + draw(2 * attempt + 1) * (rows.bottom + 1 - rows.top);
    findClosestWall(grid, spotX, spotY, radius + 0.1, wall);
    if (wall.distance < radius + 0.05 || spotY < rows.top || spotX < 0 || spotX > grid.columns) continue;
    const clings = kind === Kind.crawler || kind === Kind.turret;
    if (!clings) return { kind, x: spotX, y: spotY };
    return onWall(grid, kind, spotX, spotY, draw(2 * attempts) < 0.5 ? -grid.rows : grid.rows);
  }
  throw new Error(`findSpot: no free place near column ${x} for kind ${kind}; give the map more empty cells`);
}

function onWall(grid: Grid, kind: Kind, x: number, y: number, dy: number): Spawn {
  const body = { x, y, radius: traitsOf(kind).radius };
  const contact = createContact();
  sweep(grid, body, 0, dy, contact);
  return { kind, x: body.x, y: body.y, normalX: contact.normalX, normalY: contact.normalY };
}
