import type { Committed } from './committed.ts';
import type { Entity } from './entity.ts';
import type { Grid } from './map/grid.ts';
import { type Mutation, type Mutations, postMutation } from './mutation.ts';
import type { Neighbors } from './neighbors.ts';
import type { Robot } from './robot/robot.ts';
import type { Stage } from './stage.ts';
import type { Vector } from './map/vector.ts';

/**
 * Everything that the update of an entity can use besides the entity's own record. `mutations` and `changed` are outputs of updates, all other members are
 * inputs. Records of other entities are missing, so an update cannot depend on other updates in the same tick.
 */
export interface Surroundings {
  readonly seed: number;
  readonly grid: Grid;
  /** The map for each player, without the veils, walls that stop only the other player. */
  readonly robotGrids: readonly Grid[];
  /** The robots by player. An update uses only its own robot. */
  readonly robots: readonly Robot[];
  /** Whether a script moves the players, and nothing can harm them. */
  readonly isScripted: boolean;
  /** By entity: bit i is set if a touch of the entity brings player i down. */
  readonly deadliness: Uint8Array;
  /** Doors, buttons and everything else that changes only at the end of a tick. */
  readonly stage: Stage;
  readonly committed: Committed;
  readonly neighbors: Neighbors;
  /** The players are entities 0 … playerCount - 1. */
  readonly playerCount: number;
  /** Output: mutations of other entities, posted by `postTo`. */
  readonly mutations: Mutations;
  /** Output: one bit per entity, set by `markChanged` if the next commit has to process the entity. */
  readonly changed: Int32Array;
}

/** Marks an entity that has changed or has mutations for the next commit. */
export function markChanged(around: Surroundings, index: number): void {
  around.changed[index >> 5] = around.changed[index >> 5]! | (1 << (index & 31));
}

/** Posts a mutation of another entity, which is applied at the end of the tick. */
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
