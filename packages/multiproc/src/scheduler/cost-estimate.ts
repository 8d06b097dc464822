/** Weight of one task in the means. */
const WEIGHT = 0.2;
/** One observation moves a worker's speed by at most the effect of this factor. */
const MOST = Math.log(16);

/** What the tasks of one function cost, in ms of a worker of speed 1. Workers share it: a long task says nothing of the worker that had it. */
export class CostEstimate {
  /** Mean of the run times; NaN before the first task has ended or waits for a promise. */
  mean: number = NaN;
  // Mean of their logarithms: one task that is a thousand times as long as the others moves it little.
  #typical = NaN;
  #hasEnded = false; // a task

  /** Expected run time; `unknown` before the first task has ended or waits for a promise. */
  expected(unknown: number): number {
    return Number.isNaN(this.mean) ? unknown : this.mean;
  }

  /**
   * A task waits for a promise, after `ms` of work in a worker of this speed. It counts until a task has ended: that may take for ever. Afterwards it would
   * count twice.
   */
  waited(ms: number, speed: number): void {
    if (!this.#hasEnded) this.#observe(1, ms, speed);
  }

  /**
   * Counts tasks that have ended, which took `ms` together in a worker of this speed. Returns the logarithm of how much longer than usual one
   * of them took.
   */
  measured(tasks: number, ms: number, speed: number): number {
    this.#hasEnded = true;
    return this.#observe(tasks, ms, speed);
  }

  #observe(tasks: number, ms: number, speed: number): number {
    const each = (ms / tasks) * speed;
    const excess = Number.isNaN(this.#typical) ? 0 : clamp(Math.log(each / speed / this.#typical));
    const weight = Number.isNaN(this.mean) ? 1 : weightOf(tasks, WEIGHT);
    this.mean = weight === 1 ? each : this.mean + weight * (each - this.mean);
    // A clock that has not moved says nothing of proportions.
    if (each > 0)
      this.#typical = Number.isNaN(this.#typical)
        ? each
        : this.#typical * Math.exp(weight * clamp(Math.log(each / this.#typical)));
    return excess;
  }
}

/** The weight of several observations together, each of which has this weight. */
export function weightOf(count: number, weight: number): number {
  return count === 1 ? weight : 1 - (1 - weight) ** count;
}

function clamp(logarithm: number): number {
  return Math.max(-MOST, Math.min(logarithm, MOST));
}
