import type { RecordedEvent } from '../recording/recorded-event.ts';
import type { Runs } from '../recording/links.ts';

/** A beginning or an end of an arrow. */
export interface Flow {
  /** Number of the arrow, > 0. */
  readonly id: number;
  readonly ends: boolean;
}

/** Returns the arrows of a trace: from each task of a pool to the beginning of its function in the worker. */
export function flowsOf(runs: Runs): ReadonlyMap<RecordedEvent, Flow> {
  const flows = new Map<RecordedEvent, Flow>();
  let id = 0;
  for (const [task, [first]] of runs) {
    if (first === undefined) continue;
    id++;
    flows.set(task, { id, ends: false });
    flows.set(first, { id, ends: true });
  }
  return flows;
}
