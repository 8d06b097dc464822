import { entityId } from '../entity-id.ts';
import type { Entity } from '../entity.ts';
import { traitsOf } from '../kind.ts';
import { Mutation } from '../mutation.ts';
import { postTo, type Surroundings } from '../surroundings.ts';
import type { Vector } from '../map/vector.ts';

/** Sends off the next of the missiles that an entity brings, in turn, unless that is still in the air. */
export function launch(around: Surroundings, self: Entity, velocity: Vector): void {
  const missile = self.index + 1 + (self.shots % traitsOf(self.kind).brings.length);
  if (around.committed.active[missile] === 1) return;
  self.shots++;
  postTo(around, self, missile, Mutation.launch, velocity, entityId(self.id, self.shots));
}
