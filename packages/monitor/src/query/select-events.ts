import { checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import { Recording } from '../recording/recording.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';

/** Options of {@link selectEvents}. An option that is `undefined` counts as absent. */
export interface Selection {
  /** Name of the thread. Default: all threads. */
  thread?: string | undefined;
  /** Events that end before this time are left out, in ms. Default -Infinity. */
  from?: number | undefined;
  /** Events that begin after this time are left out, in ms. Default Infinity. */
  to?: number | undefined;
}

/**
 * Returns a recording with the events of one thread, of a period, or both. An event that is partly within the period is kept as a whole. Throws a TypeError or
 * RangeError if an argument is invalid.
 */
export function selectEvents(recording: RecordingData, selection: Selection = {}): Recording {
  const { events, lost, origin } = dataOf('selectEvents: recording', recording);
  checkOptions('selectEvents', selection, ['from', 'thread', 'to'] satisfies readonly (keyof Selection)[]);
  const { from = -Infinity, thread, to = Infinity } = selection;
  if (thread !== undefined) checkKind('selectEvents: thread', typeof thread === 'string', 'a string', thread);
  if (from !== -Infinity) checkNumber('selectEvents: from', from);
  if (to !== Infinity) checkNumber('selectEvents: to', to);
  const selected = events.filter(
    (event) => (thread === undefined || event.thread === thread) && event.end >= from && event.start <= to,
  );
  return new Recording(selected, lost, origin);
}
