/** Fewer workers are taken if they do as much but for this, … */
const AS_MUCH = 0.98;
/** … and more if they do so much more. */
const MORE = 1.05;
/** Periods in which nothing is tried, after trials that were in vain: twice as many each time. */
const mostRest = 64;

/**
 * Finds with how many workers most is done, by trying one less and one more for a period, between two with as many as before. On a machine that
 * is busy, hot, or has fewer cores than it says, fewer do as much.
 */
export class Sizing {
  #most: number;
  #settled: number;
  #direction: 1 | -1 = -1;
  #rates: number[] = []; // before, in, and after a trial
  #rest = 0;
  #nextRest = 1;

  /** Begins with the most; ≥ 1. */
  constructor(most: number) {
    this.#most = most;
    this.#settled = most;
  }

  /** How many are to work now. */
  get active(): number {
    return this.#rates.length === 1 ? this.#settled + this.#direction : this.#settled;
  }

  /** A period has passed in which there was work for all. `rate`: jobs in a unit of time. */
  measured(rate: number): void {
    if (this.#most === 1) return;
    if (this.#rest > 0) {
      this.#rest--;
      return;
    }
    this.#rates.push(rate);
    if (this.#rates.length === 3) this.#judge();
  }

  /** There was not work for all: what was measured of a trial says nothing. */
  interrupted(): void {
    this.#rates.length = 0;
  }

  /** Tasks waited and none ended: those that run take long, and all workers are needed beside them. */
  stalled(): void {
    this.interrupted();
    this.#settled = this.#most;
    this.#direction = -1;
  }

  #judge(): void {
    const [before, trial, after] = this.#rates as [number, number, number];
    this.#rates.length = 0;
    const gain = (2 * trial) / (before + after);
    if (this.#direction < 0 ? gain >= AS_MUCH : gain > MORE) {
      this.#settled += this.#direction;
      this.#nextRest = 1;
    } else {
      this.#rest = this.#nextRest;
      this.#nextRest = Math.min(2 * this.#nextRest, mostRest);
      this.#direction = -this.#direction as 1 | -1;
    }
    if (this.#settled === 1) this.#direction = 1;
    if (this.#settled === this.#most) this.#direction = -1;
  }
}
