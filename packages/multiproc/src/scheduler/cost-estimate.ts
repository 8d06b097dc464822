/** Weight of one task in the means. */
const WEIGHT = 0.2;
/**
 * Maximum logarithm of the ratio between a run time and the usual one. Greater ratios are clamped,
 * so that a single task has a limited effect on the speed of its worker.
 */
const MAX_LOG_RATIO = Math.log(16);

/**
 * The expected run time of the tasks of one function, in ms for a worker of speed 1. All workers
 * share the estimate, so a worker does not seem slow only because its tasks call functions that
 * take long.
 */
export class CostEstimate {
  /** Mean run time. NaN until the first task has ended or waits for a promise. */
  mean: number = NaN;
  // Geometric mean of the run times, so that a task a thousand times longer than the others has little effect.
  #typical = NaN;
  #hasEnded = false; // whether a task has ended

  /** Expected run time; `fallback` until the first task has ended or waits for a promise. */
  expected(fallback: number): number {
    return Number.isNaN(this.mean) ? fallback : this.mean;
  }

  /**
   * Called when a task waits for a promise after `ms` of work in a worker of this speed. This time is used only while no task has
   * ended, because tasks may wait forever. Later it is ignored, because the task counts when it ends.
   */
  waited(ms: number, speed: number): void {
    if (!this.#hasEnded) this.#observe(1, ms, speed);
  }

  /**
   * Counts tasks that have ended after `ms` of work in total, in a worker of this speed. Returns the logarithm of the ratio between their mean run time
   * and the usual one.
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
    // A clock that has not advanced gives no ratio.
    if (each > 0)
      this.#typical = Number.isNaN(this.#typical)
        ? each
        : this.#typical * Math.exp(weight * clamp(Math.log(each / this.#typical)));
    return excess;
  }
}

/** Returns the combined weight of `count` observations, each of which has this weight. */
export function weightOf(count: number, weight: number): number {
  return count === 1 ? weight : 1 - (1 - weight) ** count;
}

function clamp(logarithm: number): number {
  return Math.max(-MAX_LOG_RATIO, Math.min(logarithm, MAX_LOG_RATIO));
}
