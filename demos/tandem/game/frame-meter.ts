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

  /** Begins the first window again, for example after a pause. It begins when the game moves, because its threads may need seconds to start. */
  restart(): void {
    this.#start = NaN;
    this.#shown = NaN;
  }

  drawn(_: number, end: number, shown: number): void {
    const isNew = shown > this.#shown;
    this.#shown = shown;
    if (Number.isNaN(this.#start)) {
      if (isNew) this.#begin(end);
      return;
    }
    if (isNew) this.#frames++;
    const elapsed = end - this.#start;
    if (elapsed < this.#length) return;
    const rate = (1000 * this.#frames) / elapsed;
    this.#begin(end);
    this.#measured(rate);
  }

  stepped(): void {}

  worked(): void {}

  #begin(now: number): void {
    this.#start = now;
    this.#frames = 0;
  }
}
