import { closeCode, isEndCode } from '../wire/close-code.ts';
import { utf8Length } from './payload.ts';
import { longestReason } from './socket-link.ts';

/** Options of {@link Session.close}. */
export interface CloseOptions {
  /** Told to the other end: 1000 (default), or 3000 to 4999. */
  readonly code?: number | undefined;
  /** Told to the other end: up to 123 bytes of UTF-8. Default: empty. */
  readonly reason?: string | undefined;
  /**
   * Milliseconds without progress after which the session is ended although messages are on their way; ≥ 0 or Infinity, default 10,000. Progress is
   * an acknowledgment, or a message that arrives.
   */
  readonly timeout?: number | undefined;
}

/** The options with their defaults. Throws a RangeError or a TypeError that names the option. */
export function completeClose(
  options: CloseOptions,
): Required<{ [Name in keyof CloseOptions]: NonNullable<CloseOptions[Name]> }> {
  const { code = closeCode.normal, reason = '', timeout = 10_000 } = options;
  if (!isEndCode(code)) throw new RangeError(`close: code must be 1000 or from 3000 to 4999, got ${code}`);
  if (typeof reason !== 'string') throw new TypeError(`close: reason must be a string, got ${typeof reason}`);
  if (utf8Length(reason) > longestReason)
    throw new RangeError(`close: reason must have up to ${longestReason} bytes of UTF-8, got '${reason}'`);
  if (!(typeof timeout === 'number' && timeout >= 0))
    throw new RangeError(`close: timeout must be a number of ms ≥ 0, got ${timeout}`);
  return { code, reason, timeout };
}
