/** Shorter work is a number of iterations, because readings of the clock would take a large part of it. In ms. */
const shortest = 0.05;
/** Duration of the calibration in ms. */
const calibration = 5;

/** Occupies the thread for some time, like a callback of an application. */
export class BusyWork {
  #iterationsPerMs = 0;
  #state = 1;

  constructor() {
    this.#iterate(100_000); // the engine optimizes the function
    const start = performance.now();
    let iterations = 0;
    while (performance.now() - start < calibration) iterations += this.#iterate(1000);
    this.#iterationsPerMs = iterations / (performance.now() - start);
  }

  /** Takes `ms` of the thread's time. */
  run(ms: number): void {
    const start = performance.now();
    if (ms < shortest) this.#iterate(ms * this.#iterationsPerMs);
    else while (performance.now() - start < ms) this.#iterate(20);
  }

  #iterate(count: number): number {
    let state = this.#state;
    for (let left = count; left > 0; left--) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    this.#state = state;
    return count;
  }
}
