import type { Observer } from './game.ts';

/** Measures the frames per second of a game in windows. A frame counts only if it shows a later game time than the one before. */
export class FrameMeter implements Observer {
  #length: number;
  #measured: (rate: number) => void;
  #start = NaN;
  #frames = 0;
  #shown = NaN;

  /** `measured` is called with the rate at the end of each window of `length` ms. */
  constructor(length: number, measured: (rate: number) => void) {
    this.#length = length;
    this.#measured = measured;
  }

  /** Begins the first window again, for example after a pause. */
  restart(): void {
    this.#start = NaN;
  }

  drawn(_: number, end: number, shown: number): void {
    if (Number.isNaN(this.#start)) return this.#begin(end, shown);
    if (shown > this.#shown) this.#frames++;
    this.#shown = shown;
    const elapsed = end - this.#start;
    if (elapsed < this.#length) return;
    const rate = (1000 * this.#frames) / elapsed;
    this.#begin(end, shown);
    this.#measured(rate);
  }

  stepped(): void {}

  worked(): void {}

  #begin(now: number, shown: number): void {
    this.#start = now;
    this.#frames = 0;
    this.#shown = shown;
  }
}
