import type { RecordedEvent } from '../../recording/recorded-event.ts';
import { isCallback, isWork, longestFirst } from '../../recording/work-event.ts';
import type { Recording } from '../../recording/recording.ts';
import { builtInNames } from '../signals/built-in-names.ts';
import type { Crossing } from '../signals/trigger.ts';

/**
 * Returns the events at a crossing, those first that the signal consists of. For a signal of the application, these are the callbacks and spans of this time, the
 * longest first.
 */
export function triggerEvents(recording: Recording, crossing: Crossing): readonly RecordedEvent[] {
  const { end, signal, start } = crossing;
  const before = start - (end - start); // a signal may be sampled a period later
  const near = recording.events.filter((event) => event.end >= before && event.start < end);
  const ofSignal = sortedFor(signal, near, crossing);
  if (ofSignal.length > 0) return ofSignal;
  return near.filter(isWork).toSorted(longestFirst);
}

function sortedFor(
  signal: string,
  near: readonly RecordedEvent[],
  { end, start }: Crossing,
): readonly RecordedEvent[] {
  switch (signal) {
    case builtInNames.longest:
      return near
        .filter((event) => isCallback(event) && event.end >= start && event.end < end)
        .toSorted(longestFirst);
    case builtInNames.lateness:
      return near
        .filter((event) => event.kind === 'timer')
        .toSorted((one, other) => other.lateness - one.lateness);
    case builtInNames.drops:
      return near.filter((event) => event.kind === 'drop');
    case builtInNames.updated:
    case builtInNames.cancelled:
      return near
        .filter((event) => event.kind === 'window')
        .toSorted((one, other) => other.cancelled - one.cancelled);
    default:
      return near
        .filter((event) => isWork(event) && signal === builtInNames.busy + event.thread)
        .toSorted(longestFirst);
  }
}
