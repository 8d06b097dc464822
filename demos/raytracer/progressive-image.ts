import type { Band } from './trace-band.ts';

/** An image that is refined band by band. */
export class ProgressiveImage {
  readonly width: number;
  readonly height: number;
  #context: CanvasRenderingContext2D;
  #pixels: ImageData;
  #sampleSizes: Float32Array; // sample size of each row
  #isChanged = false;

  constructor(canvas: HTMLCanvasElement) {
    this.width = canvas.width;
    this.height = canvas.height;
    this.#context = canvas.getContext('2d')!;
    this.#pixels = this.#context.createImageData(this.width, this.height);
    this.#sampleSizes = new Float32Array(this.height);
    this.clear();
  }

  /**
   * Prepares for the bands of another image. The current image stays visible until these bands
   * replace it.
   */
  clear(): void {
    this.#sampleSizes.fill(Infinity);
  }

  /** Adds a band. Rows that already have equally fine or finer samples stay. */
  add({ sampleSize, y }: Band, samples: Uint8ClampedArray): void {
    const size = Math.max(1, sampleSize);
    const { data } = this.#pixels;
    for (let row = y; row < Math.min(y + size, this.height); row++) {
      if (this.#sampleSizes[row]! <= sampleSize) continue;
      this.#sampleSizes[row] = sampleSize;
      for (let x = 0, to = 4 * row * this.width; x < this.width; x++, to += 4) {
        const from = 3 * Math.floor(x / size);
        data[to] = samples[from]!;
        data[to + 1] = samples[from + 1]!;
        data[to + 2] = samples[from + 2]!;
        data[to + 3] = 255;
      }
    }
    this.#isChanged = true;
  }

  /** Shows the bands that were added since the last call. */
  show(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#context.putImageData(this.#pixels, 0, 0);
  }
}
