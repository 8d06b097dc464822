import { guard, type Reporter } from '../callbacks/guard.ts';
import type { Message } from '../sender/message.ts';

/**
 * Callbacks for measurements of a session, such as those of `@doha/monitor`. They must not send or cancel messages. Their errors are reported as those of
 * other callbacks. The numbers of messages are those of the wire: both endpoints of a session know a message by the same number.
 */
export interface SessionProbe {
  /** Called when a message begins to wait to be sent. `stream`: number of its stream. */
  queued?(message: Message, stream: number): void;
  /** Called when all of a message has been handed to the connection, and again if it must be sent again. `id`: its number. */
  sent?(message: Message, id: number): void;
  /** Called when a message has ended. `message.status` shows how. */
  ended?(message: Message): void;
  /** Called when all of a message of the peer has arrived. `size`: in bytes. */
  received?(id: number, stream: number, size: number): void;
  /** Called when the application gets a message of the peer. */
  read?(id: number): void;
}

/** Calls the probe of a session, if it has one. */
export class ProbeCalls {
  probe: SessionProbe | undefined;
  #reporter: Reporter;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  /** Called for each message that is queued while there is a probe. */
  queued(message: Message, stream: number): void {
    this.#call(() => this.probe?.queued?.(message, stream));
    message.onSent = this.#sent;
  }

  ended(message: Message): void {
    this.#call(() => this.probe?.ended?.(message));
  }

  received(id: number, stream: number, size: number): void {
    this.#call(() => this.probe?.received?.(id, stream, size));
  }

  read(id: number): void {
    this.#call(() => this.probe?.read?.(id));
  }

  #sent = (message: Message): void => this.#call(() => this.probe?.sent?.(message, message.id));

  #call(callback: () => unknown): void {
    guard(this.#reporter, callback);
  }
}
