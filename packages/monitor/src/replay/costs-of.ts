import { Recording } from '../recording/recording.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';

/** Mean run time in ms of the callbacks of each name. */
export type Costs = ReadonlyMap<string, number>;

/**
 * Returns the mean run time of the callbacks of each name in a recording, for `rerun`. If the recording has updates, `update` is the mean
 * time of one update, over all frames, and `updateEntities`, which makes them, has the cost 0. Throws a TypeError if the argument is not a recording.
 */
export function costsOf(recording: RecordingData): Costs {
  const { events } = dataOf('costsOf: recording', recording);
  const runTimes = new Recording(events).runTimes();
  const costs = new Map(Array.from(runTimes, ([name, { mean }]) => [name, mean]));
  const updates = events.reduce((sum, event) => sum + (event.kind === 'window' ? event.updated : 0), 0);
  if (updates === 0) return costs;
  costs.set('update', (runTimes.get('updateEntities')?.sum ?? 0) / updates);
  return costs.set('updateEntities', 0);
}
