import { checkKind, checkNumber } from '@doha/loop/options';
import { checkEvents } from './check-events.ts';
import { checkOrigin } from './check-origin.ts';
import type { RecordedEvent } from './recorded-event.ts';
import type { Recording } from './recording.ts';

/** A recording, or a structured clone of one. */
export type RecordingData = Pick<Recording, 'events' | 'lost' | 'origin'>;

/** The lists of events that have been checked and are in order. */
const checkedLists: WeakSet<readonly RecordedEvent[]> = /* @__PURE__ */ new WeakSet();

/** The order of the events of a recording: by their beginning; of events that begin at the same time, the longest first. */
export function byTime(one: RecordedEvent, other: RecordedEvent): number {
  return one.start - other.start || other.end - one.end;
}

/** Returns the data with the events in order. Throws a TypeError or RangeError that names `what` if a part is invalid. */
export function checkedData(what: string, { events, lost, origin }: RecordingData): RecordingData {
  checkKind(`${what}: events`, Array.isArray(events), 'an array', events);
  checkEvents(what, events);
  checkNumber(`${what}: lost`, lost, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  checkOrigin(`${what}: origin`, origin);
  const inOrder = events.toSorted(byTime);
  checkedLists.add(inOrder);
  return { events: inOrder, lost, origin };
}

/**
 * Returns the data of a recording, or of a structured clone, which is checked. Throws a TypeError that names `what` if the argument is neither, and a TypeError
 * or RangeError if a part of the clone is invalid.
 */
export function dataOf(what: string, recording: RecordingData): RecordingData {
  const events = (recording as RecordingData | null | undefined)?.events;
  checkKind(what, Array.isArray(events), 'a Recording', recording);
  return checkedLists.has(events!) ? recording : checkedData(what, recording);
}
