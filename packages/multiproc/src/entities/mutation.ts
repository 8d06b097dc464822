import type { ThreadId } from '../transport/thread-id.ts';

/** A change of an entity, on its way to the thread that is the entity's authority. */
export interface Mutation<M> {
  readonly id: number;
  /** The thread that asked for it. */
  readonly from: ThreadId;
  /** Its place among the mutations of that thread for this entity, from 1. */
  readonly number: number;
  readonly what: M;
  /** It could not be copied: only its number counts. */
  readonly isVoid?: boolean;
}
