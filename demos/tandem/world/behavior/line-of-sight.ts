import { castRay, createRay } from '../map/cast-ray.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Vector } from '../map/vector.ts';

const ray = createRay();

/**
 * Whether the committed position of an entity is visible from a position. Grates and veils do not
 * block the view.
 */
export function canSee(around: Surroundings, from: Vector, entity: number): boolean {
  ray.x = from.x;
  ray.y = from.y;
  ray.dx = around.committed.x[entity]! - from.x;
  ray.dy = around.committed.y[entity]! - from.y;
  castRay(around.grid, ray, true);
  return ray.free === 1;
}
