/** The limit of the number of queued tasks, and the promises of room in the queue. */
export class QueueLimit {
  /** Largest number of queued tasks. */
  readonly max: number;
  #waiting: Waiter[] = [];
  #promised = 0; // places for submissions that follow fulfilled promises

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

  /** Called when tasks have left the queue. Fulfills one promise for each free place, the oldest first. */
  tasksLeft(queued: number): void {
    const fulfilled = this.#waiting.splice(0, Math.max(0, this.max - queued));
    this.#promised += fulfilled.length;
    for (const { resolve } of fulfilled) resolve();
  }

  /**
   * Whether a task may be submitted. A promised place remains, even if tasks of a lost worker have filled the queue before the application could submit
   * its task.
   */
  takePlace(isFull: boolean): boolean {
    if (this.#promised === 0) return !isFull;
    this.#promised--;
    return true;
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
