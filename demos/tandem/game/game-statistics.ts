import { type Observer, step, stepsPerWindow } from './game.ts';

/** Number of recent windows from which the jitter is computed: three seconds. */
const remembered = 90;

/** Statistics of a running game, for its display of figures. */
export class GameStatistics implements Observer {
  /** Number of steps, number of frames, milliseconds of drawing, and milliseconds of steps and updates. */
  steps = 0;
  frames = 0;
  drawing = 0;
  busy = 0;
  #windows = new Float64Array(remembered).fill(NaN);
  #windowCount = 0;
  #deviations = new Float64Array(remembered);

  stepped(now: number): void {
    if (this.steps++ % stepsPerWindow === 0) this.#windows[this.#windowCount++ % remembered] = now;
  }

  drawn(start: number, end: number): void {
    this.frames++;
    this.drawing += end - start;
  }

  worked(start: number, end: number): void {
    this.busy += end - start;
  }

  /** 95th percentile of |time between two windows - 33.3 ms| in the last three seconds; NaN before the second window. */
  get jitter(): number {
    const count = Math.min(this.#windowCount, remembered) - 1;
    for (let i = 0; i < count; i++) {
      const last = (this.#windowCount - 1 - i) % remembered;
      const before = (last + remembered - 1) % remembered;
      this.#deviations[i] = Math.abs(this.#windows[last]! - this.#windows[before]! - step * stepsPerWindow);
    }
    const sorted = this.#deviations.subarray(0, Math.max(0, count)).toSorted();
    return sorted[Math.floor(0.95 * sorted.length)] ?? NaN;
  }
}
