/** Longer ones between two pictures were spent elsewhere: in a hidden tab, asleep. */
const longest = 100;

/** Time that stands still while it is paused or nobody looks. */
export class Stopwatch {
  /** Ms. */
  time = 0;
  isPaused = false;
  #at = NaN;

  /** `now`: ms on any clock. */
  advanceTo(now: number): void {
    if (!this.isPaused && now > this.#at) this.time += Math.min(longest, now - this.#at);
    this.#at = now;
  }
}
