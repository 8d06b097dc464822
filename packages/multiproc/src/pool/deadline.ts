import { afterMessages } from '../transport/after-messages.ts';

/** Looks within the limit. */
const looks = 4;

/** What a deadline needs of a thread. */
export interface DeadlineThread {
  now(): number;
  /** Calls back after `delay` ms. Returns a function that cancels it. */
  wait(delay: number, callback: () => void): () => void;
  /** Calls back once the thread has received the messages that wait for it. */
  afterMessages(callback: () => void): void;
}

/** The thread that runs this, with the timers of its platform. */
const thisThread: DeadlineThread = {
  now: () => performance.now(),
  wait(delay, callback) {
    const timeout = setTimeout(callback, delay);
    return () => clearTimeout(timeout);
  },
  afterMessages,
};

/**
 * Calls `expired` unless it is cancelled within `limit` ms in which its thread could receive messages. Most of the time of a long task of the thread does not
 * count: its messages wait meanwhile, and browsers start no workers. Throttled timers do not stop the deadline: it needs at most five of them. With the
 * limit Infinity it never expires.
 */
export class Deadline {
  #period: number;
  #expired: () => void;
  #thread: DeadlineThread;
  #left = looks;
  #isExtended = false;
  #isCancelled = false;
  #lookedAt = NaN;
  #stop: () => void = () => {};

  constructor(limit: number, expired: () => void, thread: DeadlineThread = thisThread) {
    this.#period = limit / looks;
    this.#expired = expired;
    this.#thread = thread;
    if (limit < Infinity) this.#wait();
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#stop();
  }

  #wait(): void {
    this.#lookedAt = this.#thread.now();
    this.#stop = this.#thread.wait(this.#period, () => this.#look());
  }

  // A look counts as one period, however late it is. If the last one is late, what should have come is given one period more.
  #look(): void {
    const isLate = this.#thread.now() - this.#lookedAt > 1.5 * this.#period;
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
