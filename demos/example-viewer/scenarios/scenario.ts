import type { ProgramWindow } from '../program-frame.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Steps that both versions of an example go through, so that their figures can be compared. */
export interface Scenario {
  /** The steps, as a sentence for the visitor. */
  readonly description: string;
  /** The names of the durations that a run measures, in the order of their rows. */
  readonly figures: readonly string[];
  /** Goes through the steps in a program that was just loaded. Resolves with the durations in ms, by name. */
  run(program: ProgramWindow, stopwatch: Stopwatch): Promise<Readonly<Record<string, number>>>;
}
