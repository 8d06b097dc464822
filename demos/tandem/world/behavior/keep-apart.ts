import type { Entity } from '../entity.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Vector } from '../map/vector.ts';

const found = createFound();

/**
 * Adds a velocity away from the other enemies within `reach` cells to `desired`. The added velocity is
 * always less than `max` cells per second, so that a crowd jostles but does not explode.
 */
export function keepApart(
  around: Surroundings,
  self: Entity<object>,
  reach: number,
  max: number,
  desired: Vector,
): void {
  const { committed, playerCount } = around;
  const count = findNeighbors(around, self, reach, found);
  let x = 0;
  let y = 0;
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    if (other < playerCount) continue;
    const dx = self.x - committed.x[other]!;
    const dy = self.y - committed.y[other]!;
    const distance = Math.sqrt(dx * dx + dy * dy);
    // Grows from 0 at the reach to 1 on contact.
    const gap = distance - self.radius - committed.radius[other]!;
    const nearness = gap <= 0 ? 1 : 1 - gap / reach;
    if (nearness <= 0 || distance === 0) continue;
    const weight = (nearness * nearness) / distance;
    x += dx * weight;
    y += dy * weight;
  }
  const scale = max / (1 + Math.sqrt(x * x + y * y));
  desired.x += x * scale;
  desired.y += y * scale;
}
