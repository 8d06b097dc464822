/** The members of the pool that a `QueueLimit` needs. */
export interface QueueLimitOptions {
  /** Largest number of queued tasks. */
  readonly max: number;
  /** The number of queued tasks. */
  readonly queued: () => number;
  /** Calls back after the microtasks of this turn. */
  readonly afterTurn: (callback: () => void) => void;
}

/**
 * Limits the number of queued tasks, and creates the promises of `proc.ready`, which fulfill when
 * the queue has room.
 */
export class QueueLimit {
  readonly max: number;
  #options: QueueLimitOptions;
  #waiting: Waiter[] = [];
  #promised = 0; // free slots that fulfilled promises reserve until the end of the turn
  #isExpiring = false; // whether the end of the turn is awaited, which frees the reserved slots
  #returned: Set<object> = new Set(); // queued tasks that have come back from a worker

  constructor(options: QueueLimitOptions) {
    this.max = options.max;
    this.#options = options;
  }

  get hasWaiters(): boolean {
    return this.#waiting.length > 0;
  }

  /** Returns a promise that fulfills when the queue has room for a task of the caller. `close` rejects it; the rejection need not be handled. */
  wait(): Promise<void> {
    const promise = new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    promise.catch(() => {});
    this.promiseSlots();
    return promise;
  }

  /**
   * Records that a task that was sent to a worker is queued again. Such a task takes no slot.
   * Otherwise it could take the slot of the task that the application submits next.
   */
  returned(task: object): void {
    if (this.max < Infinity) this.#returned.add(task);
  }

  /** Records that a task has left the queue. */
  left(task: object): void {
    if (this.#returned.size > 0) this.#returned.delete(task);
  }

  /** Whether the queue has no free slot. */
  isFull(): boolean {
    return this.#freeSlots <= 0;
  }

  /**
   * Called when tasks have left the queue. Fulfills one promise for each free slot, the oldest
   * first. A promised slot is kept only until the end of the turn. Otherwise code that awaits the
   * promise and submits nothing would hold up the promises behind it.
   */
  promiseSlots(): void {
    const fulfilled = this.#waiting.splice(0, Math.max(0, this.#freeSlots - this.#promised));
    if (fulfilled.length === 0) return;
    this.#promised += fulfilled.length;
    for (const { resolve } of fulfilled) resolve();
    if (this.#isExpiring) return;
    this.#isExpiring = true;
    this.#options.afterTurn(() => {
      this.#isExpiring = false;
      this.#promised = 0;
      this.promiseSlots();
    });
  }

  /**
   * Takes a slot for a task, a promised one if there is one. Returns false if there is no slot. A
   * promised slot stays valid until the end of the turn, even if nested tasks have filled the
   * queue before the application could submit its task.
   */
  takeSlot(isFull: boolean): boolean {
    if (this.#promised === 0) return !isFull;
    this.#promised--;
    return true;
  }

  get #freeSlots(): number {
    return this.max - (this.#options.queued() - this.#returned.size);
  }

  /** Rejects all promises. */
  close(reason: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}
