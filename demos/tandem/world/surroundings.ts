import type { Committed } from './committed.ts';
import type { Entity } from './entity.ts';
import type { Grid } from './map/grid.ts';
import { type Mutation, type Mutations, postMutation } from './mutation.ts';
import type { Neighbors } from './neighbors.ts';
import type { Robot } from './robot/robot.ts';
import type { Stage } from './stage.ts';
import type { Vector } from './map/vector.ts';

/**
 * All that an entity's update gets to see besides its own record. It holds no other entity's record, so an update cannot
 * depend on whether another one came before it in the same tick.
 */
export interface Surroundings {
  readonly seed: number;
  readonly grid: Grid;
  /** The map as it is for each player: without the veils that let it pass. */
  readonly robotGrids: readonly Grid[];
  /** Each player's own record; its updates touch no other's. */
  readonly robots: readonly Robot[];
  /** Whether the players run by themselves, and nothing can harm them. */
  readonly isScripted: boolean;
  /** By entity: bit i is set where a touch of it brings player i down. */
  readonly deadliness: Uint8Array;
  /** Doors, buttons and all else that changes at a tick's end only. */
  readonly stage: Stage;
  readonly committed: Committed;
  readonly neighbors: Neighbors;
  /** Entities 0 … playerCount - 1 are the players. */
  readonly playerCount: number;
  /** Where effects on others go: `postTo`, never read by updates. */
  readonly mutations: Mutations;
  /** One bit per entity that the next commit has to look at. */
  readonly changed: Int32Array;
}

/** Tells the next commit that an entity changed or has mutations to take. */
export function markChanged(around: Surroundings, index: number): void {
  around.changed[index >> 5] = around.changed[index >> 5]! | (1 << (index & 31));
}

/** Posts an effect on another entity, to be applied at the end of the tick. */
export function postTo(
  around: Surroundings,
  self: Entity<object>,
  target: number,
  kind: Mutation,
  velocity: Vector,
  id = 0,
): void {
  postMutation(around.mutations, self, target, kind, velocity, id);
  markChanged(around, target);
}
