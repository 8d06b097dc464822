import { type Observer, step, stepsPerWindow } from './game.ts';

/** Windows that are remembered: three seconds. */
const remembered = 90;

/** How regularly the game runs right now, for those who watch. */
export class Pulse implements Observer {
  /** Steps, pictures, and milliseconds in drawing and in steps and updates so far. */
  steps = 0;
  pictures = 0;
  drawing = 0;
  busy = 0;
  #windows = new Float64Array(remembered).fill(NaN);
  #windowCount = 0;
  #deviations = new Float64Array(remembered);

  stepped(now: number): void {
    if (this.steps++ % stepsPerWindow === 0) this.#windows[this.#windowCount++ % remembered] = now;
  }

  drawn(start: number, end: number): void {
    this.pictures++;
    this.drawing += end - start;
  }

  worked(start: number, end: number): void {
    this.busy += end - start;
  }

  /** 95th percentile of |time between two windows - 33.3 ms| over the last three seconds; NaN before there are two. */
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
