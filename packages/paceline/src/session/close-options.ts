import { checkNumber, checkOptions, mustBe } from '@doha/loop/options';
import { checkText } from '../wire/check-text.ts';
import { closeCode, isEndCode, noCode } from '../wire/close-code.ts';
import { maxReason } from '../wire/layout.ts';

/** Options of {@link Session.close}. */
export interface CloseOptions {
  /** Sent to the peer: 1000 (default), or 3000 to 4999. */
  readonly code?: number | undefined;
  /** Sent to the peer: up to 123 bytes of UTF-8. Default: empty. */
  readonly reason?: string | undefined;
  /**
   * Milliseconds without progress after which the session ends although messages are in flight; ≥ 0
   * or Infinity, default 10,000. Progress is an acknowledgment, or a part of a message that was
   * missing. In any case the session ends after 60 × `timeout`. A peer that does not call `close`
   * waits for 60,000 ms without progress. More than 2^31 ms (25 days) counts as Infinity.
   */
  readonly timeout?: number | undefined;
}

const names = ['code', 'reason', 'timeout'] as const satisfies readonly (keyof CloseOptions)[];

/** The options with their defaults. Throws a RangeError or a TypeError that names the option. */
export function completeClose(
  options: CloseOptions,
): Required<{ [Name in keyof CloseOptions]: NonNullable<CloseOptions[Name]> }> {
  checkOptions('close', options, names);
  const { code = closeCode.normal, reason = '', timeout = 10_000 } = options;
  checkNumber('close: code', code);
  if (code === noCode || !isEndCode(code))
    throw new RangeError(mustBe('close: code', '1000 or from 3000 to 4999', code));
  checkText('close: reason', reason, maxReason);
  checkNumber('close: timeout', timeout, { min: 0, unlimited: true });
  return { code, reason, timeout: timeout > 2 ** 31 ? Infinity : timeout };
}
