import type { Entity } from '../world/entity.ts';
import { tickLength } from '../world/world.ts';

/**
 * The place at which an entity is drawn at the game time `shown`: 0 is (`px`, `py`), its position
 * before the last update, and 1 is (`x`, `y`). The result is slightly below 0 if `shown` is before the
 * second to last step. An entity is drawn late, by the interval between its updates minus one step, so
 * that it moves evenly at any update rate.
 */
export function interpolationOf(entity: Entity, shown: number): number {
  const interval = entity.updatedAt - entity.previousUpdatedAt;
  if (!(interval > 0)) return 1;
  const part = (shown + tickLength - entity.updatedAt) / interval;
  return part < -0.5 ? -0.5 : part > 1 ? 1 : part;
}
