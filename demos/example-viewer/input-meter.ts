import { percentile } from '../lib/spread.ts';

const inputs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
/** Number of the latest inputs that the figures cover. */
const maxCount = 100;

/** Measures the latency of the visitor's inputs: the time from an input until the next frame has been drawn. */
export class InputMeter {
  #latencies: number[] = [];

  /** Measures the inputs of a document from now on. */
  watch({ document, performance }: Window & typeof globalThis): void {
    const measure = ({ isTrusted, timeStamp }: Event): void => {
      if (!isTrusted) return;
      // The timeout ends after the frame has been drawn.
      requestAnimationFrame(() => setTimeout(() => this.#add(performance.now() - timeStamp)));
    };
    for (const input of inputs) document.addEventListener(input, measure, { capture: true, passive: true });
  }

  clear(): void {
    this.#latencies = [];
  }

  /** The latency in ms below which `share` (0 to 1) of the latest inputs are; undefined before the first input. */
  latency(share: number): number | undefined {
    return percentile(this.#latencies, share);
  }

  #add(latency: number): void {
    this.#latencies.push(latency);
    this.#latencies.splice(0, this.#latencies.length - maxCount);
  }
}
