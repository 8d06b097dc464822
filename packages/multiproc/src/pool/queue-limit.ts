/** The limit of the number of queued tasks, and the promises of room in the queue. */
export class QueueLimit {
  /** Largest number of queued tasks. */
  readonly max: number;
  #waiting: Waiter[] = [];
  #promised = 0; // places for submissions that follow fulfilled promises
  #returned: Set<object> = new Set(); // queued tasks that have come back from a worker

  constructor(max: number) {
    this.max = max;
  }

  get hasWaiters(): boolean {
    return this.#waiting.length > 0;
  }

  /** Returns a promise that `tasksLeft` fulfills or `close` rejects. Nothing need handle its rejection. */
  wait(): Promise<void> {
    const promise = new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    promise.catch(() => {});
    return promise;
  }

  /** Records that a task has come back from a worker. It takes no place: otherwise it could take the place of a task that the application submits next. */
  returned(task: object): void {
    if (this.max < Infinity) this.#returned.add(task);
  }

  /** Records that a task has left the queue. */
  left(task: object): void {
    if (this.#returned.size > 0) this.#returned.delete(task);
  }

  /** Whether the queue has no free place. `queued`: number of queued tasks. */
  isFull(queued: number): boolean {
    return this.#freePlaces(queued) <= 0;
  }

  /** Called when tasks have left the queue. Fulfills one promise for each free place, the oldest first. */
  tasksLeft(queued: number): void {
    const fulfilled = this.#waiting.splice(0, Math.max(0, this.#freePlaces(queued)));
    this.#promised += fulfilled.length;
    for (const { resolve } of fulfilled) resolve();
  }

  /**
   * Whether a task may be submitted. A promised place remains, even if nested tasks have filled the queue before the application could submit its task.
   */
  takePlace(isFull: boolean): boolean {
    if (this.#promised === 0) return !isFull;
    this.#promised--;
    return true;
  }

  #freePlaces(queued: number): number {
    return this.max - (queued - this.#returned.size);
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
