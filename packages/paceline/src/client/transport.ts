import type { Classified } from '../stream/send-options.ts';
import type { Sendable } from '../wire/payload.ts';

/** What carries the messages of an open PacelineSocket: a session, or a plain WebSocket. */
export interface Transport {
  /** Bytes that were sent by the program and not yet by this. */
  readonly bufferedAmount: number;
  send(data: Sendable, how: Classified): void;
  /** Closes it when all messages have been sent. Without a code the close frame has none. */
  close(code: number | undefined, reason: string): void;
}
