/** The number of runs that are examined. */
const RUNS = 60;

/** A display frame takes longer than this many ms even at 500 Hz. Shorter times may be seconds. */
const SHORTEST_FRAME = 1;
/**
 * `elapsed` is in seconds if the clock, in ms, advances about 1000 times as fast: by a ratio
 * between these bounds.
 */
const MIN_RATIO = 300;
const MAX_RATIO = 3000;

/** Medians of the `elapsed` that an application passes, and of the ms that pass between two runs. */
interface Medians {
  readonly elapsed: number;
  readonly passed: number;
}

/**
 * Finds out from the first runs of a frame whether `elapsed` is in seconds. It uses medians, which a few long frames, such as those in which shaders are
 * compiled, do not change.
 */
export class ElapsedUnitCheck {
  #elapsed: number[] = [];
  #passed: number[] = [];
  #last: number | undefined; // time of the last run

  /** Adds a run. Returns the medians once, if `elapsed` is probably in seconds. Runs with `elapsed` 0 do not count: the application is paused. */
  add(elapsed: number, now: number): Medians | undefined {
    const last = this.#last;
    this.#last = now;
    if (last === undefined || elapsed <= 0 || this.#elapsed.length === RUNS) return undefined;
    this.#passed.push(now - last);
    return this.#elapsed.push(elapsed) === RUNS ? this.#evaluate() : undefined;
  }

  #evaluate(): Medians | undefined {
    const medians = { elapsed: median(this.#elapsed), passed: median(this.#passed) };
    const ratio = medians.passed / medians.elapsed;
    const isSeconds = medians.elapsed < SHORTEST_FRAME && ratio > MIN_RATIO && ratio < MAX_RATIO;
    return isSeconds ? medians : undefined;
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}
