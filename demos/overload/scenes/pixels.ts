import { sceneHeight, sceneWidth } from './scene-kind.ts';

/** A canvas for thousands of squares. Drawing costs the same in each browser and frame, because squares are written as pixels. */
export class Pixels {
  #context: CanvasRenderingContext2D;
  #image: ImageData;
  #words: Uint32Array;
  #scale: number;

  /** Throws an Error if the browser cannot draw on the canvas. */
  constructor(canvas: HTMLCanvasElement) {
    this.#context = contextOf(canvas);
    this.#image = this.#context.createImageData(canvas.width, canvas.height);
    this.#words = new Uint32Array(this.#image.data.buffer);
    this.#scale = Math.min(canvas.width / sceneWidth, canvas.height / sceneHeight);
  }

  /** `color`: the bytes alpha, blue, green and red. */
  fill(color: number): void {
    this.#words.fill(color);
  }

  /** Fills a rectangle in units of the scene. Parts outside the canvas are left out. */
  rectangle(left: number, top: number, width: number, height: number, color: number): void {
    const stride = this.#image.width;
    const scale = this.#scale;
    const x = Math.max(0, Math.round(left * scale));
    const end = Math.min(stride, Math.round((left + width) * scale));
    const bottom = Math.min(this.#image.height, Math.round((top + height) * scale));
    for (let y = Math.max(0, Math.round(top * scale)); y < bottom; y++) {
      for (let i = y * stride + x, last = y * stride + end; i < last; i++) this.#words[i] = color;
    }
  }

  show(): void {
    this.#context.putImageData(this.#image, 0, 0);
  }
}

/** Throws an Error if the browser cannot draw on the canvas. */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('Draw a scene: the browser must give the canvas a 2D context');
  return context;
}

/** The color of an entity that was updated this number of frames ago: it fades from `red`, `green`, `blue` (0 to 255) to a third. */
export function fading(red: number, green: number, blue: number): (frames: number) => number {
  const shades = Uint32Array.from({ length: 16 }, (_, age) => {
    const light = 0.33 + 0.67 * (1 - age / 15);
    return colorOf(red * light, green * light, blue * light);
  });
  return (frames) => shades[Math.min(15, frames)]!;
}

/** A color for `Pixels`, from 0 to 255 each. */
export function colorOf(red: number, green: number, blue: number): number {
  return (0xff000000 | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}
