import { checkKind } from '@doha/loop/options';
import { utf8Length } from './payload.ts';

/** Throws a TypeError that names `what` unless `value` is a string, and a RangeError if it has more than `max` bytes of UTF-8. */
export function checkText(what: string, value: unknown, max: number): void {
  checkKind(what, typeof value === 'string', 'a string', value);
  const size = utf8Length(value as string);
  if (size > max)
    throw new RangeError(`${what} must be a string of up to ${max} bytes of UTF-8, got ${size}`);
}
