/** Makes work take a multiple of its time by spinning, as if other programs used the core. */
export class DutyCycle {
  #factor = 1;

  slowDown(factor: number): void {
    this.#factor = factor;
  }

  run<Result>(work: () => Result): Result {
    const start = performance.now();
    const result = work();
    const end = start + (performance.now() - start) * this.#factor;
    while (performance.now() < end);
    return result;
  }
}
