import type { ThreadId } from '../transport/thread-id.ts';

/** A mutation on its way to the authority of its entity. */
export interface Mutation<M> {
  readonly id: number;
  /** The thread that sent it. */
  readonly from: ThreadId;
  /** Its number among the mutations of that thread for this entity, from 1. */
  readonly number: number;
  readonly what: M;
  /**
   * True if the mutation could not be copied. Then only its number counts, and it is not applied.
   */
  readonly isVoid?: boolean;
}
