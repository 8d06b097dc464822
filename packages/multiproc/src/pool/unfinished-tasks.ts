/** Counts the unfinished tasks and calls of a pool. */
export class UnfinishedTasks {
  #count = 0;
  #hold: () => () => void;
  #release: () => void = nothing;
  #waiting: (() => void)[] = [];

  /**
   * `hold` is called when the pool accepts a task and no other task is unfinished. The function that
   * it returns is called when no unfinished task is left.
   */
  constructor(hold: () => () => void = () => nothing) {
    this.#hold = hold;
  }

  get count(): number {
    return this.#count;
  }

  /** Called for each task that the pool accepts. */
  began(): void {
    if (this.#count++ === 0) this.#release = this.#hold();
  }

  /** Called when an accepted task has ended. */
  ended(): void {
    if (--this.#count > 0) return;
    this.#release();
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }

  /** Resolves as soon as there are no unfinished tasks. */
  whenNone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#waiting.push(resolve);
    });
  }
}

const nothing = (): void => {};
