import { afterMessages } from '../transport/after-messages.ts';

/** Number of checks within the limit. */
const checks = 4;

/** The clock, timers and message queue of a thread. */
export interface DeadlineThread {
  now(): number;
  /** Calls back after `delay` ms. Returns a function that cancels it. */
  wait(delay: number, callback: () => void): () => void;
  /** Calls back after the thread has received the messages that are waiting now. */
  afterMessages(callback: () => void): void;
}

/** The calling thread, with the timers of its platform. */
const thisThread: DeadlineThread = {
  now: () => performance.now(),
  wait(delay, callback) {
    const timeout = setTimeout(callback, delay);
    return () => clearTimeout(timeout);
  },
  afterMessages,
};

/**
 * A time limit for an answer from another thread. Calls `expired` unless `cancel` is called within
 * `limit` ms. A long task of this thread counts as at most a quarter of the limit, because messages
 * wait during the task, and browsers start no workers then. With throttled timers the deadline
 * expires when the fifth timer fires, at the latest. With the limit Infinity it never expires.
 */
export class Deadline {
  #period: number;
  #expired: () => void;
  #thread: DeadlineThread;
  #left = checks;
  #isExtended = false;
  #isCancelled = false;
  #checkedAt = NaN;
  #stop: () => void = () => {};

  constructor(limit: number, expired: () => void, thread: DeadlineThread = thisThread) {
    this.#period = limit / checks;
    this.#expired = expired;
    this.#thread = thread;
    if (limit < Infinity) this.#wait();
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#stop();
  }

  #wait(): void {
    this.#checkedAt = this.#thread.now();
    this.#stop = this.#thread.wait(this.#period, () => this.#check());
  }

  // Each check counts as one period, however late it is. If the last check is late, the deadline is
  // extended once by one period, so that waiting messages can be received.
  #check(): void {
    const isLate = this.#thread.now() - this.#checkedAt > 1.5 * this.#period;
    this.#left--;
    if (this.#left > 0) return this.#wait();
    if (!isLate || this.#isExtended) return this.#thread.afterMessages(() => this.#end());
    this.#isExtended = true;
    this.#wait();
  }

  #end(): void {
    if (!this.#isCancelled) this.#expired();
  }
}
