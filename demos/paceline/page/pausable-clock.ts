/**
 * Maximum time in ms that counts between two frames. A longer gap means that the tab was hidden or
 * the machine asleep.
 */
const maxElapsed = 100;

/** A clock that stands still while it is paused, and advances by at most 100 ms per frame. */
export class PausableClock {
  /** Time in ms. */
  time = 0;
  isPaused = false;
  #last = NaN;

  /** `now`: ms on any clock. */
  advanceTo(now: number): void {
    if (!this.isPaused && now > this.#last) this.time += Math.min(maxElapsed, now - this.#last);
    this.#last = now;
  }
}
