/**
 * Ensures that `expose` is called once in a worker, because a pool has one list of functions for each worker. A worker knows that a pool has started it
 * only after the hello. All other threads, such as those of a test runner, may load any number of modules that call `expose`.
 */
export class SoleExposure {
  #isTaken = false;
  #isServing = false;
  #second: Error | undefined;

  /**
   * Returns whether this call of `expose` is the first one. Throws an Error at a later call if the
   * hello of a pool has arrived.
   */
  claim(): boolean {
    if (!this.#isTaken) return (this.#isTaken = true);
    const error = new Error('expose was called already in this worker; expose all functions in one call');
    if (this.#isServing) throw error;
    this.#second ??= error;
    return false;
  }

  /** Called when a pool has started this worker. Throws the error of a second call if there was one. */
  begin(): void {
    if (this.#second !== undefined) throw this.#second;
    this.#isServing = true;
  }
}
