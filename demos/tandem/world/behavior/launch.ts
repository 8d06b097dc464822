import { entityId } from '../entity-id.ts';
import type { Entity } from '../entity.ts';
import type { Vector } from '../map/vector.ts';
import { Mutation } from '../mutation.ts';
import { postTo, type Surroundings } from '../surroundings.ts';

/** An entity that throws missiles, and counts them. */
export type Thrower = Entity<{ shots: number }>;

/**
 * Launches the next missile of an entity that brings `missileCount` missiles and uses them in turn.
 * Does nothing while that missile is still in the air.
 */
export function launch(around: Surroundings, self: Thrower, missileCount: number, velocity: Vector): void {
  const { memory } = self;
  const missile = self.index + 1 + (memory.shots % missileCount);
  if (around.committed.active[missile] === 1) return;
  memory.shots++;
  postTo(around, self, missile, Mutation.launch, velocity, entityId(self.id, memory.shots));
}
