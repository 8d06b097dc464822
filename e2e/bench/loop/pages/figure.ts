import type { Series } from '../../pages/contest.ts';

/** What a figure is made with; comes from the address of the page. */
export interface Knobs {
  /** How many tasks are pending at once. */
  readonly sizes: readonly number[];
  /** The beginning of the names of the contestants; empty for all. */
  readonly by: string;
  /** Rounds of each contestant that count. */
  readonly rounds: number;
  /** Least tasks of a round. */
  readonly tasks: number;
  /** How long a round takes where the figure is one of moments, not of tasks. */
  readonly milliseconds: number;
}

/** Times in ns per task where the figure does not say otherwise. */
export type Figure = (knobs: Knobs) => Promise<readonly Series[]>;
