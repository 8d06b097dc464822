import { receiptsOf, runsOf } from '../recording/counterparts.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';

/** A beginning or an end of an arrow. */
export interface Flow {
  /** Number of the arrow, > 0. */
  readonly id: number;
  readonly ends: boolean;
}

/**
 * Returns the arrows of a trace: from each task of a pool to the beginning of its function in the worker, and from each message to its receipt at the other
 * endpoint.
 */
export function flowsOf(events: readonly RecordedEvent[]): ReadonlyMap<RecordedEvent, Flow> {
  const flows = new Map<RecordedEvent, Flow>();
  let id = 0;
  const connect = (from: RecordedEvent, to: RecordedEvent | undefined): void => {
    if (to === undefined) return;
    id++;
    flows.set(from, { id, ends: false });
    flows.set(to, { id, ends: true });
  };
  for (const [task, [first]] of runsOf(events)) connect(task, first);
  for (const [message, receipt] of receiptsOf(events)) connect(message, receipt);
  return flows;
}
