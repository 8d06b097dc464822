import type { Entity } from '../world/entity.ts';
import { tickLength } from '../world/world.ts';

/**
 * The interpolation of an entity at the game time `shown`: 0 at its second to last update, 1 at its last; slightly below 0 if `shown` is before the
 * last step but one. The delay of an entity is the interval of its updates, so that it moves evenly at any rate.
 */
export function interpolationOf(entity: Entity, shown: number): number {
  const interval = entity.updatedAt - entity.previousUpdatedAt;
  if (!(interval > 0)) return 1;
  const part = (shown + tickLength - entity.updatedAt) / interval;
  return part < -0.5 ? -0.5 : part > 1 ? 1 : part;
}
