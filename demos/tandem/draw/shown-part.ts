import type { Entity } from '../world/entity.ts';
import { tickLength } from '../world/world.ts';

/**
 * How far an entity has come, in the picture of the game time `shown`, from its last update but one to its last: 0 to 1, a
 * little below 0 in a picture that shows a moment before the last step but one. An entity is shown as late as its updates are
 * far apart, so that it moves evenly at any rate.
 */
export function shownPart(entity: Entity, shown: number): number {
  const interval = entity.updatedAt - entity.previousUpdatedAt;
  if (!(interval > 0)) return 1;
  const part = (shown + tickLength - entity.updatedAt) / interval;
  return part < -0.5 ? -0.5 : part > 1 ? 1 : part;
}
