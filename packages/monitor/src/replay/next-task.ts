import { ThreadHost } from '@doha/loop';

/** Calls a function in the next task of the platform, after all microtasks of the current one. */
export class NextTask {
  #host: ThreadHost = new ThreadHost();

  /** Replaces the function of the previous request. */
  request(run: () => void): void {
    this.#host.attach(run);
    this.#host.wake(0);
  }

  /** Resolves in the next task. */
  async arrives(): Promise<void> {
    return new Promise((resolve) => this.request(resolve));
  }
}
