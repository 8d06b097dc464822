import type { ThreadId } from '../transport/thread-id.ts';

/**
 * Calls back when every thread has answered a question. What a thread told before the question is known then, and what it was told before has
 * reached it, because channels keep their order. Threads that are started meanwhile are not asked.
 */
export class Barrier {
  #threads: () => Iterable<ThreadId>;
  #ask: (thread: ThreadId) => void;
  #waiting: (() => void)[] = []; // for the next round
  #running: (() => void)[] = [];
  #unanswered: Set<ThreadId> | undefined; // undefined between rounds

  /** `threads`: the threads that are there. `ask` sends one of them the question, which it answers once. */
  constructor(threads: () => Iterable<ThreadId>, ask: (thread: ThreadId) => void) {
    this.#threads = threads;
    this.#ask = ask;
  }

  /** Calls back after a round of answers that begins now or later. */
  after(callback: () => void): void {
    this.#waiting.push(callback);
    if (this.#unanswered === undefined) this.#begin();
  }

  /** A thread has answered, or is no more. */
  passed(thread: ThreadId): void {
    if (this.#unanswered?.delete(thread) !== true || this.#unanswered.size > 0) return;
    const callbacks = this.#running;
    this.#unanswered = undefined;
    if (this.#waiting.length > 0) this.#begin();
    for (const callback of callbacks) callback();
  }

  // One round at a time: what comes meanwhile shares the next one.
  #begin(): void {
    const threads = [...this.#threads()];
    this.#running = this.#waiting;
    this.#waiting = [];
    this.#unanswered = new Set(threads);
    for (const thread of threads) this.#ask(thread);
  }
}
