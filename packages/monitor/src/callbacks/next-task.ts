import { ThreadHost } from '@doha/loop';

/** Calls functions in the next task of the platform, after all microtasks of the current one. */
export class NextTask {
  #host: ThreadHost = new ThreadHost();
  #requested: (() => void)[] = [];

  constructor() {
    this.#host.attach(() => {
      const requested = this.#requested;
      this.#requested = [];
      for (const run of requested) run();
    });
  }

  /** Functions of several requests are called in the order of the requests. `run` must not throw. */
  request(run: () => void): void {
    this.#requested.push(run);
    this.#host.wake(0);
  }

  /** Resolves in the next task. */
  async arrives(): Promise<void> {
    return new Promise((resolve) => this.request(resolve));
  }
}
