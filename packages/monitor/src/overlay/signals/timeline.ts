/** Divides time into sample periods of equal length, numbered from 0. Times are in ms. */
export class Timeline {
  /** Length of a sample period. */
  readonly period: number;
  /** Number of sample periods that a series keeps. */
  readonly kept: number;
  readonly #origin: number;

  /** `rate`: samples per second. `history`: length of the history in s. `origin`: the beginning of the first period. */
  constructor(rate: number, history: number, origin: number) {
    this.period = 1000 / rate;
    this.kept = Math.ceil(history * rate);
    this.#origin = origin;
  }

  /** Number of the period that contains a time. */
  periodAt(time: number): number {
    return Math.floor((time - this.#origin) / this.period);
  }

  /** Beginning of a period. */
  startOf(period: number): number {
    return this.#origin + period * this.period;
  }
}
