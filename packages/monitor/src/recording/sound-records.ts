import { isEvent, maxTime } from './check-events.ts';
import { dropReasons, eventKinds, recordedEvent } from './recorded-event.ts';
import { recordSize, type TakenRecords } from './record-ring.ts';

/** Whether a value is a time in ms of a clock that works. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= maxTime;
}

/**
 * Removes records that hold no valid event, and counts them as lost. They occur if a clock is faulty, or another thread or machine has written nonsense.
 * Changes `numbers` in place. `shift`: the time in ms that is added to the times of the events.
 */
export function soundRecords({ lost, numbers }: TakenRecords, shift = 0): TakenRecords {
  let end = 0;
  for (let at = 0; at < numbers.length; at += recordSize) {
    if (!isSound(numbers, at, shift)) continue;
    if (end < at) numbers.copyWithin(end, at, at + recordSize);
    end += recordSize;
  }
  return { numbers: numbers.subarray(0, end), lost: lost + (numbers.length - end) / recordSize };
}

// The event is then valid, see `isEvent`. No object is created for an event of a frequent kind.
function isSound(numbers: Float64Array, at: number, shift: number): boolean {
  const [start, end] = [numbers[at + 1]! + shift, numbers[at + 2]! + shift];
  return (
    isTime(start) &&
    isTime(end) &&
    start <= end &&
    isWhole(numbers[at + 3]!) &&
    areSoundValues(numbers, at, { start, end, name: '', thread: '' })
  );
}

function areSoundValues(
  numbers: Float64Array,
  at: number,
  timed: Parameters<typeof recordedEvent>[1],
): boolean {
  const [kind, value, second] = [numbers[at]!, numbers[at + 4]!, numbers[at + 5]!];
  switch (eventKinds[kind]) {
    case 'task':
      return Number.isFinite(value) && isWhole(second);
    case 'timer':
      return value >= 0 && value <= 2 * maxTime;
    case 'window':
      return isWhole(value) && isWhole(second);
    case 'drop':
      return dropReasons[value] !== undefined;
    case 'signal':
      return Number.isFinite(value);
    case 'message':
    case 'receipt':
    case 'remote':
      return (
        isWhole(value) && !Number.isNaN(second) && isEvent(recordedEvent(kind, timed, value, second, String))
      );
    case 'turn':
    case 'span':
      return true;
    case undefined:
      return false;
    default:
      return eventKinds[kind] satisfies never;
  }
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
