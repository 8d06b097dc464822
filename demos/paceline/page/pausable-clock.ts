/** Maximum time in ms that counts between two frames. Longer times passed in a hidden tab or in standby. */
const maxElapsed = 100;

/** A clock that stands still while it is paused or the page is hidden. */
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
