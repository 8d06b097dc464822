import { entityId } from './entity-id.ts';
import type { Entity } from './entity.ts';
import { Mutation } from './mutation.ts';
import { postTo, type Surroundings } from './surroundings.ts';
import type { Vector } from './vector.ts';

/** Sends off the next of the `count` missiles from index `first` on, which belong to the entity, unless it is still in the air. */
export function launch(
  around: Surroundings,
  self: Entity,
  first: number,
  count: number,
  velocity: Vector,
): void {
  const missile = first + (self.shots % count);
  if (around.committed.active[missile] === 1) return;
  self.shots++;
  postTo(around, self, missile, Mutation.launch, velocity, entityId(self.id, self.shots));
}
