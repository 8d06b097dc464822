import type { Observer } from '../../tandem/game/game.ts';

/** Milliseconds of the recent past that the figures cover. */
const memory = 3000;
/** Milliseconds between two inputs of {@link LatencyMeter.sendInputs}. */
const period = 100;

/** Measures frames per second, and the time from inputs to the frames that follow them. Times are in ms on the clock of the page. */
export class LatencyMeter implements Observer {
  #frames: number[] = [];
  #delays: { readonly at: number; readonly delay: number }[] = [];
  #pending: number | undefined; // time of the oldest input that was handled and is not drawn
  #since = performance.now();

  /** An input of time `at` is handled. The next frame shows it. */
  handled(at: number): void {
    this.#pending ??= at;
  }

  drawn(_: number, end: number): void {
    this.#frames.push(end);
    if (this.#pending !== undefined) this.#delays.push({ at: end, delay: end - this.#pending });
    this.#pending = undefined;
  }

  stepped(): void {}

  worked(): void {}

  /** Forgets all figures, such as those of another loop. */
  reset(): void {
    this.#frames = [];
    this.#delays = [];
    this.#pending = undefined;
    this.#since = performance.now();
  }

  /** Frames per second, and the median input latency in ms; undefined in the first half second. */
  take(now: number): { readonly fps: number; readonly latency: number } | undefined {
    this.#frames = this.#frames.filter((at) => now - at < memory);
    this.#delays = this.#delays.filter(({ at }) => now - at < memory);
    const time = Math.min(memory, now - this.#since);
    if (time < 500 || this.#delays.length === 0) return undefined;
    const sorted = this.#delays.map(({ delay }) => delay).toSorted((a, b) => a - b);
    return { fps: (1000 * this.#frames.length) / time, latency: sorted[Math.floor(sorted.length / 2)]! };
  }

  /**
   * Sends inputs to the page from another thread, because a busy page would also delay its own timers. Returns a function that stops.
   */
  sendInputs(): () => void {
    const code = `setInterval(() => postMessage(performance.timeOrigin + performance.now()), ${period})`;
    const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    const worker = new Worker(url);
    worker.addEventListener('message', ({ data }) => this.handled((data as number) - performance.timeOrigin));
    return () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    };
  }
}
