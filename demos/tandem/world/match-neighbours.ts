import type { Entity } from './entity.ts';
import { findNeighbours } from './neighbours.ts';
import type { Surroundings } from './surroundings.ts';
import type { Vector } from './vector.ts';

const found = new Int32Array(64);

/** Writes `share` times the mean velocity of the other enemies within `reach` cells (alignment of Reynolds' boids, 1987). */
export function matchNeighbours(
  around: Surroundings,
  self: Entity,
  reach: number,
  share: number,
  flock: Vector,
): void {
  const { committed, playerCount } = around;
  const count = findNeighbours(around.neighbours, committed, self.x, self.y, reach, self.index, found);
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
  const scale = mates === 0 ? 0 : share / mates;
  flock.x = x * scale;
  flock.y = y * scale;
}
