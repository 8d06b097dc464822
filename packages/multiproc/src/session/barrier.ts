import type { ThreadId } from '../transport/thread-id.ts';

/**
 * Calls back when every thread has answered a ping. Channels keep the order of messages. So each
 * thread has then read all messages that were sent to it before the ping, and all messages that it
 * sent before its answer have been read here. Threads that start meanwhile are not pinged.
 */
export class Barrier {
  #threads: () => Iterable<ThreadId>;
  #ping: (thread: ThreadId) => void;
  #waiting: (() => void)[] = []; // for the next round
  #running: (() => void)[] = [];
  #unanswered: Set<ThreadId> | undefined; // undefined between rounds

  /** `threads`: the current threads. `ping` sends a thread a ping, which the thread answers once. */
  constructor(threads: () => Iterable<ThreadId>, ping: (thread: ThreadId) => void) {
    this.#threads = threads;
    this.#ping = ping;
  }

  /** Calls back after a round of answers that begins now or later. */
  after(callback: () => void): void {
    this.#waiting.push(callback);
    if (this.#unanswered === undefined) this.#begin();
  }

  /** Called when a thread has answered, or is gone. */
  answered(thread: ThreadId): void {
    if (this.#unanswered?.delete(thread) !== true || this.#unanswered.size > 0) return;
    const callbacks = this.#running;
    this.#unanswered = undefined;
    if (this.#waiting.length > 0) this.#begin();
    for (const callback of callbacks) callback();
  }

  // One round at a time: callbacks that are added meanwhile share the next one.
  #begin(): void {
    const threads = [...this.#threads()];
    this.#running = this.#waiting;
    this.#waiting = [];
    this.#unanswered = new Set(threads);
    for (const thread of threads) this.#ping(thread);
  }
}
