/** Time in ms after which a step has failed. */
const maxWait = 60_000;

/** Waits for the effects of steps, frame by frame. */
export class Stopwatch {
  #signal: AbortSignal;

  /** When `signal` is aborted, all waits reject with its reason. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Resolves at the next frame. */
  async frame(): Promise<void> {
    await new Promise(requestAnimationFrame);
    this.#signal.throwIfAborted();
  }

  /** Resolves at the first frame at which `holds` returns true, with the time that has passed in ms. Rejects after a minute. */
  async until(holds: () => boolean): Promise<number> {
    const start = performance.now();
    while (!holds()) {
      if (performance.now() - start > maxWait)
        throw new Error(`Compare both versions: each step must take less than ${maxWait / 1000} s`);
      await this.frame();
    }
    return performance.now() - start;
  }
}
