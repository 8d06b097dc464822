import type { ThreadRecords } from './follower.ts';
import { recordSize } from './record-ring.ts';
import { type RecordedEvent, recordedEvent } from './recorded-event.ts';
import { byTime } from './recording-data.ts';

/** Returns the events of records, in the order of a recording. `numbers`: of records that are sound, see `soundRecords`. */
export function eventsOf({
  nameOf,
  numbers,
  shift,
  thread,
}: Omit<ThreadRecords, 'lost'>): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (let at = 0; at < numbers.length; at += recordSize) {
    const [start, end] = [numbers[at + 1]! + shift, numbers[at + 2]! + shift];
    const timed = { thread, name: nameOf(numbers[at + 3]!), start, end };
    events.push(recordedEvent(numbers[at]!, timed, numbers[at + 4]!, numbers[at + 5]!, nameOf));
  }
  return inOrder(events);
}

/**
 * Sorts events that were recorded at their ends. Of two events with the same beginning and end, the one that was recorded later contains the other one,
 * because a coarse clock did not advance between them.
 */
function inOrder(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const long = events.filter(({ end, start }) => end > start).toReversed();
  const short = events.filter(({ end, start }) => end <= start);
  return [...long, ...short].toSorted(byTime);
}
