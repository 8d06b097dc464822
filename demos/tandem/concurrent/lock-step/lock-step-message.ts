import type { PostedMutation } from '../../world/mutation.ts';
import type { CommittedRow, GroupState } from '../shard.ts';

/**
 * The messages of one tick. Each thread sends to every other thread first mutations, then committed
 * states, then the groups that migrate to that thread.
 */
export type LockStepMessage =
  /** Mutations of the receiver's entities in this tick. */
  | { readonly tick: number; readonly mutations: readonly PostedMutation[] }
  /** Committed states of the sender's entities at the end of the tick, and the groups that leave the sender. */
  | { readonly tick: number; readonly rows: readonly CommittedRow[]; readonly moves: readonly Move[] }
  /** A group that migrates to the receiver. */
  | { readonly tick: number; readonly group: GroupState };

/** The migration of a group to another thread. */
export interface Move {
  readonly leader: number;
  readonly to: number;
}

/** The keys of both robots in one tick, see `joinHeld`. */
export interface TickKeys {
  readonly tick: number;
  readonly held: number;
}
