import type { Entity } from '../entity.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Vector } from '../map/vector.ts';

const found = createFound();

/** Adds `share` times the mean velocity of the other enemies within `reach` cells to `desired` (alignment of boids, Reynolds 1987). */
export function matchNeighbors(
  around: Surroundings,
  self: Entity<object>,
  reach: number,
  share: number,
  desired: Vector,
): void {
  const { committed, playerCount } = around;
  const count = findNeighbors(around, self, reach, found);
  let x = 0;
  let y = 0;
  let mates = 0;
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    if (other < playerCount) continue;
    x += committed.vx[other]!;
    y += committed.vy[other]!;
    mates++;
  }
  if (mates === 0) return;
  desired.x += (x * share) / mates;
  desired.y += (y * share) / mates;
}
