import { eventsOf } from '../recording/events-of.ts';
import type { ThreadRecords } from '../recording/follower.ts';
import { recordSize } from '../recording/record-ring.ts';
import { kindOf } from '../recording/recorded-event.ts';
import { longestFirst } from '../recording/work-event.ts';
import type { CallbackEvent } from './long-section.ts';

/** Maximum number of callbacks of a section. */
const maxCallbacks = 10;

/** Whether records of this kind are those of callbacks. */
export function isCallback(kind: number): boolean {
  return kind === kindOf.task || kind === kindOf.timer || kind === kindOf.span;
}

/** Returns the longest callbacks that overlap a period, in descending order of their duration; at most ten. Times are in ms on the clock of the follower. */
export function longestCallbacksIn(
  all: readonly ThreadRecords[],
  start: number,
  end: number,
): readonly CallbackEvent[] {
  return all
    .flatMap((records) => longestOf(records, start, end))
    .toSorted(longestFirst)
    .slice(0, maxCallbacks);
}

/** Creates objects only for the longest callbacks, because a section may contain many thousands. */
function longestOf(records: ThreadRecords, start: number, end: number): readonly CallbackEvent[] {
  const { numbers, shift } = records;
  const found: Float64Array[] = [];
  for (let at = 0; at < numbers.length; at += recordSize) {
    if (!isCallback(numbers[at]!)) continue;
    if (numbers[at + 1]! + shift < end && numbers[at + 2]! + shift > start)
      found.push(numbers.subarray(at, at + recordSize));
  }
  const longest = found
    .toSorted((one, other) => other[2]! - other[1]! - (one[2]! - one[1]!))
    .slice(0, maxCallbacks);
  const copy = new Float64Array(longest.length * recordSize);
  for (const [i, record] of longest.entries()) copy.set(record, i * recordSize);
  return eventsOf({ ...records, numbers: copy }) as readonly CallbackEvent[];
}
