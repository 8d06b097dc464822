import type { EventLoop } from '@doha/loop';
import { Deadline } from '../timers/deadline.ts';

/** Why a session has ended: a code of {@link closeCode}, or one of the application. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/**
 * Maximum time of a closing handshake, as a multiple of its timeout: a peer could send new data
 * forever.
 */
export const maxTimeouts = 60;

/**
 * Ms without progress after which a session ends if only the peer has closed it. The timeout of the
 * peer is not known, and may be longer than the default of `close`, as in a PacelineSocket.
 */
export const peerTimeout = 60_000;

export interface ClosingHandshakeParts {
  readonly loop: EventLoop;
  /** Sends the end record. */
  readonly sendEnd: (end: Closed) => void;
  /** Called when both end records have arrived. */
  readonly finished: () => void;
  /** Called when there was no progress for the timeout. */
  readonly timedOut: () => void;
}

/**
 * The orderly end of a session. An endpoint sends an end record when all of its messages have arrived, and
 * the session is over when both endpoints have sent theirs. Without progress it ends after a timeout, and
 * in any case after {@link maxTimeouts} timeouts.
 */
export class ClosingHandshake {
  /** Given to `close`, or received from the peer before that. */
  own: Closed | undefined;
  /** The end record of the peer; undefined: it has not arrived. */
  received: Closed | undefined;
  #parts: ClosingHandshakeParts;
  #isSent = false;
  #timeout = peerTimeout;
  #begunAt = NaN;
  #progressAt = -Infinity;
  #deadline: Deadline;

  constructor(parts: ClosingHandshakeParts) {
    this.#parts = parts;
    this.#deadline = new Deadline(parts.loop, (now) => {
      if (now < this.#endsAt) this.#deadline.set(this.#endsAt);
      else parts.timedOut();
    });
  }

  /** `timeout`: ms without progress; default: that of the last call, at first {@link peerTimeout}. */
  begin(end: Closed, timeout: number = this.#timeout): void {
    const now = this.#parts.loop.host.now();
    if (this.own === undefined) this.#begunAt = now;
    this.own ??= end;
    this.#timeout = timeout;
    this.progress(now);
    this.#deadline.set(this.#endsAt);
  }

  /** The end record of the peer has arrived. It may arrive again by another channel. */
  receive(end: Closed): void {
    if (this.received !== undefined) return;
    this.received = end;
    this.begin(end);
  }

  /** Something has arrived for the first time, here or at the peer. */
  progress(now: number): void {
    this.#progressAt = now;
  }

  /** To be called when no message waits and everything that was sent has been acknowledged. */
  advance(): void {
    if (this.own === undefined) return;
    if (!this.#isSent) {
      this.#isSent = true;
      this.#parts.sendEnd(this.own);
    } else if (this.received !== undefined) this.#parts.finished();
  }

  /** Whether all messages of both endpoints have arrived: each endpoint sends its end record after them. */
  get isClean(): boolean {
    return this.#isSent && this.received !== undefined;
  }

  stop(): void {
    this.#deadline.set(Infinity);
  }

  get #endsAt(): number {
    return Math.min(this.#progressAt + this.#timeout, this.#begunAt + maxTimeouts * this.#timeout);
  }
}
