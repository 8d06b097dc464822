import type { Band } from './trace-band.ts';

/** Time in ms for which a band stays marked after it was done again. */
const fadeTime = 2500;
/** Width of the solid mark at both ends of a band in pixels. */
const edge = 14;

/** A mark: the time at which its band was done again; undefined before. */
interface Mark {
  readonly band: Band;
  doneAt: number | undefined;
}

/** Marks bands over the image: bands that a killed worker had, until they are done again, and for a moment afterwards. */
export class BandMarks {
  #context: CanvasRenderingContext2D;
  #marks: Map<string, Mark> = new Map();
  #colors: { readonly lost: string; readonly again: string };
  #isEmpty = true;

  /** `image`: the canvas below the marks. */
  constructor(canvas: HTMLCanvasElement, image: HTMLCanvasElement) {
    canvas.width = image.width;
    canvas.height = image.height;
    this.#context = canvas.getContext('2d')!;
    const style = getComputedStyle(canvas);
    this.#colors = { lost: style.getPropertyValue('--lost'), again: style.getPropertyValue('--second') };
  }

  mark(band: Band, state: 'lost' | 'done again'): void {
    const doneAt = state === 'lost' ? undefined : performance.now();
    this.#marks.set(`${band.y} ${band.sampleSize}`, { band, doneAt });
  }

  clear(): void {
    this.#marks.clear();
  }

  /** Draws the marks. Called in each frame. */
  show(): void {
    if (this.#isEmpty && this.#marks.size === 0) return;
    const { canvas } = this.#context;
    const now = performance.now();
    this.#context.clearRect(0, 0, canvas.width, canvas.height);
    for (const [key, { band, doneAt }] of this.#marks) {
      const left = doneAt === undefined ? 1 : 1 - (now - doneAt) / fadeTime;
      if (left <= 0) this.#marks.delete(key);
      else this.#draw(band, doneAt === undefined ? this.#colors.lost : this.#colors.again, left);
    }
    this.#isEmpty = this.#marks.size === 0;
  }

  #draw({ sampleSize, y }: Band, color: string, opacity: number): void {
    const { width } = this.#context.canvas;
    const height = Math.max(3, sampleSize); // finer bands would hardly be visible
    this.#context.fillStyle = color;
    this.#context.globalAlpha = 0.45 * opacity;
    this.#context.fillRect(0, y, width, height);
    this.#context.globalAlpha = opacity;
    this.#context.fillRect(0, y, edge, height);
    this.#context.fillRect(width - edge, y, edge, height);
  }
}
