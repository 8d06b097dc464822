import type { Classified } from '../stream/send-options.ts';
import type { Sendable } from '../wire/payload.ts';

/** Sends the messages of an open PacelineSocket: by a session, or by a plain WebSocket. */
export interface Transport {
  /** Bytes given to `send` that have not been given to the network. */
  readonly bufferedAmount: number;
  send(data: Sendable, how: Classified): void;
  /** Closes the connection when all messages have been sent. Without a code the close frame has none. */
  close(code: number | undefined, reason: string): void;
}
