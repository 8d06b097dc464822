import type { Band } from './trace-band.ts';

/** A picture that becomes finer band by band. */
export class Picture {
  readonly width: number;
  readonly height: number;
  #pen: CanvasRenderingContext2D;
  #pixels: ImageData;
  #grains: Float32Array; // by row, what it is made of
  #isChanged = false;

  constructor(canvas: HTMLCanvasElement) {
    this.width = canvas.width;
    this.height = canvas.height;
    this.#pen = canvas.getContext('2d')!;
    this.#pixels = this.#pen.createImageData(this.width, this.height);
    this.#grains = new Float32Array(this.height);
    this.clear();
  }

  /** The next bands are of another picture, over which this one is seen until they come. */
  clear(): void {
    this.#grains.fill(Infinity);
  }

  /** Adds a band; rows that are finer already stay. */
  add({ grain, y }: Band, samples: Uint8ClampedArray): void {
    const size = Math.max(1, grain);
    const { data } = this.#pixels;
    for (let row = y; row < Math.min(y + size, this.height); row++) {
      if (this.#grains[row]! <= grain) continue;
      this.#grains[row] = grain;
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

  /** Shows what has come since it was shown last. */
  show(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#pen.putImageData(this.#pixels, 0, 0);
  }
}
