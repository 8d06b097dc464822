/** Fewer workers are used if their relative throughput is at least this. */
const MIN_RATIO_OF_FEWER = 0.98;
/** More workers are used if their relative throughput is above this. */
const MIN_RATIO_OF_MORE = 1.05;
/** After this many periods in a row without enough work, one more worker is used. Otherwise too few workers would process each burst of tasks. */
const MAX_INTERRUPTIONS = 3;
/** Maximum pause in periods. The pause doubles after each unsuccessful trial. */
const MAX_PAUSE = 64;

/**
 * Searches for the number of workers that gives the highest throughput. Tries one worker less or one more for a period, between two periods with the
 * current number. A busy or hot machine, or one with fewer cores than it reports, needs fewer workers.
 */
export class Sizing {
  #most: number;
  #settled: number;
  #direction: 1 | -1 = -1;
  #rates: number[] = []; // throughput before, during and after a trial
  #pause = 0;
  #nextPause = 1;
  #interruptions = 0; // in a row

  /** `most`: the initial and maximum number of workers, ≥ 1. */
  constructor(most: number) {
    this.#most = most;
    this.#settled = most;
  }

  /** Number of workers to use now. */
  get active(): number {
    return this.#rates.length === 1 ? this.#settled + this.#direction : this.#settled;
  }

  /** Called after a period in which there was work for all workers. `rate`: completed tasks per unit of time. */
  measured(rate: number): void {
    if (this.#most === 1) return;
    this.#interruptions = 0;
    if (this.#pause > 0) {
      this.#pause--;
      return;
    }
    this.#rates.push(rate);
    if (this.#rates.length === 3) this.#judge();
  }

  /** Called if there was not enough work for all workers. The measurements of the trial are dropped. */
  interrupted(): void {
    this.#rates.length = 0;
    if (++this.#interruptions % MAX_INTERRUPTIONS !== 0 || this.#settled === this.#most) return;
    this.#settled++;
    this.#direction = this.#settled === this.#most ? -1 : 1;
  }

  /** Called if tasks waited and none ended. The running tasks are long, so the waiting ones need all workers. */
  stalled(): void {
    this.interrupted();
    this.#settled = this.#most;
    this.#direction = -1;
  }

  #judge(): void {
    const [before, trial, after] = this.#rates as [number, number, number];
    this.#rates.length = 0;
    const gain = (2 * trial) / (before + after);
    if (this.#direction < 0 ? gain >= MIN_RATIO_OF_FEWER : gain > MIN_RATIO_OF_MORE) {
      this.#settled += this.#direction;
      this.#nextPause = 1;
    } else {
      this.#pause = this.#nextPause;
      this.#nextPause = Math.min(2 * this.#nextPause, MAX_PAUSE);
      this.#direction = -this.#direction as 1 | -1;
    }
    if (this.#settled === 1) this.#direction = 1;
    if (this.#settled === this.#most) this.#direction = -1;
  }
}
