import type { Entity } from '../contestants/contestant.ts';

/** The time that entities lived, divided by the time that passed; 0 to 1. */
export interface Lived {
  /** Weighted by the importance of the entities. */
  readonly weighted: number;
  readonly unweighted: number;
}

/** Counts the time that the entities of a scene live. Times are in ms on the clock of `performance`. */
export interface Life {
  /** The entities that want an update. The array is reused by the next call. */
  waiting(): readonly Entity[];
  priority(entity: Entity, age: number): number;
  updated(entity: Entity, elapsed: number): void;
  /** An input happened at the time `at`, and has been applied. */
  changed(at: number): void;
  /** Ends the count at the time `at`. Throws an Error if entities received more time than passed. */
  end(at: number): Lived;
}
