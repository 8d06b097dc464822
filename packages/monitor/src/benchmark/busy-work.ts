/** Shorter work is a number of iterations, because readings of the clock would take a large part of it. In ms. */
const shortest = 0.05;
/** Duration of the calibration in ms. */
const calibration = 5;

/** Occupies the thread for some time, like a callback of an application. */
export class BusyWork {
  #iterationsPerMs = 0;
  #resolution = Infinity; // of the clock, in ms
  #state = 1;

  constructor() {
    this.#iterate(100_000); // the engine optimizes the function
    const start = performance.now();
    let iterations = 0;
    let now = start;
    for (let before = start; now - start < calibration; before = now) {
      iterations += this.#iterate(1000);
      now = performance.now();
      if (now > before) this.#resolution = Math.min(this.#resolution, now - before);
    }
    this.#iterationsPerMs = iterations / (now - start);
  }

  /** Takes `ms` of the thread's time. */
  run(ms: number): void {
    if (ms < shortest) {
      this.#iterate(ms * this.#iterationsPerMs);
      return;
    }
    // The clock advances in steps, so the end is seen half a step late on average.
    const end = performance.now() + ms - this.#resolution / 2;
    while (performance.now() < end) this.#iterate(20);
  }

  #iterate(count: number): number {
    let state = this.#state;
    for (let left = count; left > 0; left--) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    this.#state = state;
    return count;
  }
}
