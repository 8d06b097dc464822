import type { ThreadState } from '../entities/ownership.ts';
import type { ThreadId } from '../transport/thread-id.ts';

/** The states of all threads, as one thread of a session knows them. */
export class ThreadStates {
  #newest: ThreadId = -1; // the greatest known id
  #alive: Set<ThreadId> = new Set();
  #leaving: Set<ThreadId> = new Set(); // lost threads whose loss other threads may not know yet

  /** Begins a session, in which this thread has the id `own`. */
  begin(own: ThreadId, others: readonly ThreadId[], leaving: readonly ThreadId[]): void {
    this.#newest = own;
    this.#alive = new Set([own, ...others]);
    this.#leaving = new Set(leaving);
  }

  joined(thread: ThreadId): void {
    this.#newest = Math.max(this.#newest, thread);
    this.#alive.add(thread);
  }

  left(thread: ThreadId): void {
    this.#alive.delete(thread);
    this.#leaving.add(thread);
  }

  /** Called when all threads know that a thread is gone. */
  forget(thread: ThreadId): void {
    this.#leaving.delete(thread);
  }

  // Thread ids only rise, so an id greater than all known ones belongs to a thread that is
  // starting.
  of(thread: ThreadId): ThreadState {
    if (this.#alive.has(thread) || thread > this.#newest) return 'alive';
    return this.#leaving.has(thread) ? 'gone' : 'forgotten';
  }
}
