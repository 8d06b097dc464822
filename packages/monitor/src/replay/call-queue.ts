/** Longer times make `setTimeout` call its function at once. In ms, about 25 days. */
const maxTimeout = 2 ** 31 - 1;

/** A call that a {@link CallQueue} makes. */
export interface QueuedCall {
  /** Whether no later call has been added, so that this one may continue. */
  readonly isNewest: boolean;
  /** Resolves after `ms`, or earlier if a later call has been added. Resolves after at most 2³¹ - 1 ms. */
  pause(ms: number): Promise<void>;
}

/** Makes asynchronous calls one after another. A call is asked to end as soon as a later one has been added. */
export class CallQueue {
  #last: Promise<unknown> = Promise.resolve();
  #added = 0; // number of calls
  #endPause: () => void = () => {};

  /** Makes a call after all earlier ones. Resolves or rejects as `call` does. */
  async add<Result>(call: (queued: QueuedCall) => Promise<Result>): Promise<Result> {
    const queued = this.#next();
    const result = this.#last.then(async () => call(queued));
    this.#last = result.catch(() => {}); // the caller gets the error
    return result;
  }

  /** Asks all calls to end. */
  endCalls(): void {
    this.#added++;
    this.#endPause();
  }

  #next(): QueuedCall {
    this.endCalls();
    const number = this.#added;
    const isNewest = (): boolean => this.#added === number;
    return {
      get isNewest() {
        return isNewest();
      },
      pause: async (ms) => {
        if (isNewest()) await this.#pause(ms);
      },
    };
  }

  async #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, maxTimeout));
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
