import type { Series } from '../../pages/contest.ts';

/** The parameters of a figure, from the address of the page. */
export interface Knobs {
  /** Numbers of pending tasks. */
  readonly sizes: readonly number[];
  /** Prefix of the names of the contestants; empty for all contestants. */
  readonly by: string;
  /** Measured rounds of each contestant, without warm-up. */
  readonly rounds: number;
  /** Approximate number of tasks per round. With large sizes a round has more. */
  readonly tasks: number;
  /** Duration of a round in ms, for figures whose rounds have no fixed number of tasks. */
  readonly milliseconds: number;
}

/** Measures a figure. Values are times in ns per task unless the figure documents another unit. */
export type Figure = (knobs: Knobs) => Promise<readonly Series[]>;
