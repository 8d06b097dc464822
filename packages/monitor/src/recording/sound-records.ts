import { dropReasons, eventKinds } from './recorded-event.ts';
import { recordSize, type TakenRecords } from './record-ring.ts';

/** Greatest absolute value of a time in ms: 279 years, because some clocks show the time since 1970. */
const maxTime = 2 ** 43;

/** Whether a value is a time in ms of a clock that works. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= maxTime;
}

/**
 * Removes records that are not valid, because a clock is faulty or another thread or machine has written nonsense, and counts them as lost. Changes
 * `numbers` in place. Readers of records rely on this check.
 */
export function soundRecords(taken: TakenRecords): TakenRecords {
  const { lost, numbers } = taken;
  let end = 0;
  for (let at = 0; at < numbers.length; at += recordSize) {
    if (!isSound(numbers, at)) continue;
    if (end < at) numbers.copyWithin(end, at, at + recordSize);
    end += recordSize;
  }
  if (end === numbers.length) return taken;
  return { numbers: numbers.subarray(0, end), lost: lost + (numbers.length - end) / recordSize };
}

function isSound(numbers: Float64Array, at: number): boolean {
  const [start, end] = [numbers[at + 1]!, numbers[at + 2]!];
  return (
    isTime(start) &&
    isTime(end) &&
    start <= end &&
    isWhole(numbers[at + 3]!) &&
    areSoundValues(numbers[at]!, numbers[at + 4]!, numbers[at + 5]!)
  );
}

function areSoundValues(kind: number, value: number, second: number): boolean {
  switch (eventKinds[kind]) {
    case 'task':
      return !Number.isNaN(value) && isWhole(second);
    case 'timer':
      return Number.isFinite(value) && value >= 0;
    case 'window':
      return isWhole(value) && isWhole(second);
    case 'drop':
      return dropReasons[value] !== undefined;
    case 'signal':
      return Number.isFinite(value);
    case 'message':
    case 'remote':
      return isWhole(value) && isTime(second);
    case 'receipt':
      return isWhole(value) && isWhole(second);
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
