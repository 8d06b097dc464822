import type { Entity } from './entity.ts';
import { findNeighbours } from './neighbours.ts';
import type { Surroundings } from './surroundings.ts';
import type { Vector } from './vector.ts';

const found = new Int32Array(64);

/**
 * Writes the velocity that takes an entity away from the other enemies within `reach` cells into `away` and returns how
 * many there are. Soft, and never longer than `most` (cells per second): a crowd jostles but does not explode.
 */
export function keepApart(
  around: Surroundings,
  self: Entity,
  reach: number,
  most: number,
  away: Vector,
): number {
  const { committed, playerCount } = around;
  const count = findNeighbours(around.neighbours, committed, self.x, self.y, reach, self.index, found);
  let x = 0;
  let y = 0;
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    if (other < playerCount) continue;
    const dx = self.x - committed.x[other]!;
    const dy = self.y - committed.y[other]!;
    const distance = Math.sqrt(dx * dx + dy * dy);
    // Grows from 0 at the reach to 1 where the two touch, and no further.
    const gap = distance - self.radius - committed.radius[other]!;
    const nearness = gap <= 0 ? 1 : 1 - gap / reach;
    if (nearness <= 0 || distance === 0) continue;
    const weight = (nearness * nearness) / distance;
    x += dx * weight;
    y += dy * weight;
  }
  const length = Math.sqrt(x * x + y * y);
  // Saturates smoothly: `most` is reached by no crowd.
  const scale = most / (1 + length);
  away.x = x * scale;
  away.y = y * scale;
  return count;
}
