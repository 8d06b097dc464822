/** Time in ms over which the cost is averaged. */
const span = 2000;
const frame = 1000 / 60;

/** The time that the overlay itself takes. */
export class OwnCost {
  #spent = 0;
  #since: number;
  #perSecond = 0;

  constructor(now: number) {
    this.#since = now;
  }

  /** Adds the time from `start` to `end`, in ms, which the overlay has spent. */
  add(start: number, end: number): void {
    this.#spent += end - start;
    if (end - this.#since < span) return;
    this.#perSecond = this.#spent / ((end - this.#since) / 1000);
    this.#spent = 0;
    this.#since = end;
  }

  /** Milliseconds for each second, in the last two seconds. */
  get perSecond(): number {
    return this.#perSecond;
  }

  /** Milliseconds for each display frame of 16.7 ms. */
  get perFrame(): number {
    return (this.#perSecond * frame) / 1000;
  }

  /** Share of a display frame, 0 to 1. */
  get share(): number {
    return this.#perSecond / 1000;
  }
}
