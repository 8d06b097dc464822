import type { EventLoop } from '@doha/loop';
import { Deadline } from '../timers/deadline.ts';

/** Why a session has ended. */
export interface End {
  readonly code: number;
  readonly reason: string;
}

/** The whole time of an orderly end, as a multiple of its timeout: the other end might always send something new. */
export const maxTimeouts = 60;

/** What an endpoint that closes its session does next. */
export type NextOfEnd = 'nothing' | 'send' | 'finish';

/**
 * The orderly end of a session. An endpoint sends its end when all of its messages have arrived, and the session is over when both endpoints have sent
 * theirs. Without progress it ends after a timeout, and in any case after {@link maxTimeouts} of them.
 */
export class ClosingHandshake {
  /** Given to `close`, or received from the other end before that. */
  own: End | undefined;
  /** Whether the end of the other end has arrived. */
  isReceived = false;
  #isSent = false;
  #loop: EventLoop;
  #timeout = Infinity;
  #begunAt = NaN;
  #progressAt = -Infinity;
  #deadline: Deadline;

  /** `timedOut` is called when there was no progress for the timeout. */
  constructor(loop: EventLoop, timedOut: () => void) {
    this.#loop = loop;
    this.#deadline = new Deadline(loop, (now) => {
      if (now < this.#endsAt) this.#deadline.set(this.#endsAt);
      else timedOut();
    });
  }

  /** `timeout`: ms without progress; default: as before, at first without limit. */
  begin(end: End, timeout: number = this.#timeout): void {
    const now = this.#loop.host.now();
    if (this.own === undefined) this.#begunAt = now;
    this.own ??= end;
    this.#timeout = timeout;
    this.progress(now);
    this.#deadline.set(this.#endsAt);
  }

  /** The end of the other end has arrived. Returns whether it is the first time. */
  receive(): boolean {
    const isFirst = !this.isReceived;
    this.isReceived = true;
    return isFirst;
  }

  /** Something has arrived that had not arrived before, here or at the other end. */
  progress(now: number): void {
    this.#progressAt = now;
  }

  /** To be called when nothing waits and everything that was sent has been acknowledged. */
  next(): NextOfEnd {
    if (this.own === undefined) return 'nothing';
    if (this.#isSent) return this.isReceived ? 'finish' : 'nothing';
    this.#isSent = true;
    return 'send';
  }

  /** Whether all messages of both endpoints have arrived: each endpoint sends its end after them. */
  get isClean(): boolean {
    return this.#isSent && this.isReceived;
  }

  stop(): void {
    this.#deadline.set(Infinity);
  }

  get #endsAt(): number {
    return Math.min(this.#progressAt + this.#timeout, this.#begunAt + maxTimeouts * this.#timeout);
  }
}
