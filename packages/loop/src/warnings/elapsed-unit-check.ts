/** Runs after which the times are judged. */
const RUNS = 60;

/** A frame takes longer than this many ms even on a display of 500 Hz. Shorter times may be seconds. */
const SHORTEST_FRAME = 1;
/** The times are seconds if the clock advances by about 1000 times as much: between these. */
const MIN_RATIO = 300;
const MAX_RATIO = 3000;

/** Medians of two times: what an application gives as `elapsed`, and the ms that pass between two runs. */
interface Medians {
  readonly elapsed: number;
  readonly passed: number;
}

/**
 * The times of the first runs of a frame. Their medians tell whether `elapsed` is in seconds: a few long frames, such as those in which shaders are compiled,
 * do not change them.
 */
export class ElapsedUnitCheck {
  #elapsed: number[] = [];
  #passed: number[] = [];
  #last: number | undefined; // the clock at the last run

  /** Adds a run. Returns the medians once, if `elapsed` is probably in seconds. Runs without time do not count: the application is paused. */
  add(elapsed: number, now: number): Medians | undefined {
    const last = this.#last;
    this.#last = now;
    if (last === undefined || elapsed <= 0 || this.#elapsed.length === RUNS) return undefined;
    this.#passed.push(now - last);
    return this.#elapsed.push(elapsed) === RUNS ? this.#judge() : undefined;
  }

  #judge(): Medians | undefined {
    const medians = { elapsed: median(this.#elapsed), passed: median(this.#passed) };
    const ratio = medians.passed / medians.elapsed;
    const isSeconds = medians.elapsed < SHORTEST_FRAME && ratio > MIN_RATIO && ratio < MAX_RATIO;
    return isSeconds ? medians : undefined;
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}
