/**
 * About the round trip of a message in ms. If the remaining jobs are expected to take longer, half
 * of the results are sent early.
 */
const ROUND_TRIP = 0.03;

/**
 * Decides whether results are sent before all jobs of a worker have ended. If the pool sends further
 * jobs only when it has received results, half of the results are sent while this worker computes the
 * other half. If all results were sent at the end, first the pool would wait for them, and then this
 * worker for further jobs.
 */
export class EarlySending {
  /** Whether the pool sends more jobs before it gets the results of the current ones. */
  getsMore = false;
  #unsent = 0; // number of results
  #wereSent = false; // whether results were sent early since the last message

  /** Called when the worker has received a message. */
  received(): void {
    this.#wereSent = false;
  }

  ended(): void {
    this.#unsent++;
  }

  sent(): void {
    this.#unsent = 0;
  }

  /**
   * Returns whether to send the results now; at most once for each message. `pending`: the number of
   * jobs that have not ended. `expected`: the expected run time of one of them in ms, NaN if unknown.
   */
  isDue(pending: number, expected: number): boolean {
    if (this.getsMore || this.#wereSent || this.#unsent < pending) return false;
    return (this.#wereSent = pending * expected > ROUND_TRIP);
  }
}
