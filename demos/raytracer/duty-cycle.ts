/** Lets work take so many times as long as it takes, by spinning: as if other programs had the rest of the core. */
export class DutyCycle {
  #slowness = 1;

  slowDown(factor: number): void {
    this.#slowness = factor;
  }

  run<Result>(work: () => Result): Result {
    const began = performance.now();
    const result = work();
    const end = began + (performance.now() - began) * this.#slowness;
    while (performance.now() < end);
    return result;
  }
}
