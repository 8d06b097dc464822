import type { Clock } from '@doha/loop';
import { maxCapacity, minCapacity } from './recording/record-ring.ts';
import type { RecorderOptions } from './recording/recorder.ts';

type CompleteOptions = { readonly [Name in keyof RecorderOptions]-?: NonNullable<RecorderOptions[Name]> };

/** Returns the options with their defaults. Throws a TypeError or RangeError if one is invalid. */
export function checkOptions(given: RecorderOptions): CompleteOptions {
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`Recorder: options must be an object, got ${String(given)}`);
  const { capacity = 65_536, clock = performance, thread = 'main' } = given;
  if (typeof thread !== 'string')
    throw new TypeError(`Recorder: thread must be a string, got ${String(thread)}`);
  if (typeof (clock as Partial<Clock> | null)?.now !== 'function')
    throw new TypeError(`Recorder: clock must be an object with a method now, got ${String(clock)}`);
  if (typeof capacity !== 'number')
    throw new TypeError(`Recorder: capacity must be a number, got ${String(capacity)}`);
  const isPowerOfTwo = Number.isInteger(Math.log2(capacity));
  if (!(isPowerOfTwo && capacity >= minCapacity && capacity <= maxCapacity))
    throw new RangeError(
      `Recorder: capacity must be a power of two from ${minCapacity} to ${maxCapacity}, got ${capacity}`,
    );
  return { capacity, clock, thread };
}
