import type { World } from '../world/world.ts';
import type { Camera } from './camera.ts';
import { mixColours } from './colour.ts';
import { robotColours } from './robot.ts';

/** Milliseconds between two pictures of the strip. */
const every = 100;
/** Update rate in Hz at which a dot is brightest. */
const brightest = 30;
const shades = 64;

/**
 * The whole tunnel as a narrow strip: each enemy a dot that is as bright as it is often updated, the players, and the part that is
 * on the stage. It has a canvas of its own, so that a picture of the game in which it does not change pays nothing for it.
 */
export class Strip {
  #context: CanvasRenderingContext2D;
  #world: World;
  #image: ImageData;
  #pixels: Uint32Array;
  #drawnAt = -Infinity;

  /** Draws on `canvas`, which must have its size. */
  constructor(canvas: HTMLCanvasElement, world: World) {
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('Strip: the browser must give a 2D context, and it gave none');
    this.#context = context;
    this.#world = world;
    this.#image = context.createImageData(1, 1);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
  }

  /** Draws if it is time to. `rates`: Hz by entity. */
  draw(camera: Camera, rates: Float32Array, time: number): void {
    const elapsed = time - this.#drawnAt;
    if (elapsed >= 0 && elapsed < every) return;
    this.#drawnAt = time;
    this.#fitCanvas();
    this.#drawView(camera);
    this.#drawEnemies(rates);
    this.#drawPlayers();
    this.#context.putImageData(this.#image, 0, 0);
  }

  #fitCanvas(): void {
    const { width, height } = this.#context.canvas;
    if (this.#image.width === width && this.#image.height === height) return;
    this.#image = this.#context.createImageData(Math.max(1, width), Math.max(1, height));
    this.#pixels = new Uint32Array(this.#image.data.buffer);
  }

  #drawView({ firstColumn, lastColumn }: Camera): void {
    const { width, height } = this.#image;
    const { columns } = this.#world.grid;
    const first = Math.max(0, Math.round((firstColumn / columns) * width));
    const last = Math.min(width - 1, Math.max(first + 1, Math.round((lastColumn / columns) * width)));
    this.#pixels.fill(background);
    for (let row = 0; row < height; row++) {
      this.#pixels.fill(viewed, row * width + first, row * width + last);
      this.#pixels[row * width + first] = frame;
      this.#pixels[row * width + last] = frame;
    }
  }

  #drawEnemies(rates: Float32Array): void {
    const { committed, grid, playerCount } = this.#world;
    const { width, height } = this.#image;
    const pixels = this.#pixels;
    const perColumn = width / grid.columns;
    const perRow = height / grid.rows;
    const perHertz = (shades - 1) / brightest;
    for (let i = playerCount; i < rates.length; i++) {
      if (committed.active[i] === 0) continue;
      const place = Math.floor(committed.y[i]! * perRow) * width + Math.floor(committed.x[i]! * perColumn);
      const shade = Math.min(shades - 1, Math.floor(rates[i]! * perHertz));
      pixels[place] = ramp[shade]!;
    }
  }

  // Across the whole height, so that they are found at once.
  #drawPlayers(): void {
    const { committed, grid, playerCount } = this.#world;
    const { width, height } = this.#image;
    const from = Math.floor(height * 0.68);
    for (let player = 0; player < playerCount; player++) {
      const column = Math.floor((committed.x[player]! / grid.columns) * width);
      for (let row = from; row < height; row++) {
        this.#pixels[row * width + column] = opaque(robotColours[player % robotColours.length]!);
        this.#pixels[row * width + column + 1] = opaque(robotColours[player % robotColours.length]!);
      }
    }
  }
}

/** A pixel of image data, whose bytes are red, green, blue, opacity, as one little-endian number. */
function opaque(rgb: number): number {
  return ((255 << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

const background = opaque(0x080b13);
const viewed = opaque(0x141c2e);
const frame = opaque(0x5a74ad);

/** From an ember by way of blue to a warm white. */
const stops: readonly number[] = [0x2a1d33, 0x2d3f7d, 0x3f8fd8, 0x9fe3ea, 0xfff6dd];
const ramp: Uint32Array = Uint32Array.from({ length: shades }, (_, shade) => {
  const at = (shade / (shades - 1)) * (stops.length - 1);
  const stop = Math.min(stops.length - 2, Math.floor(at));
  return opaque(mixColours(stops[stop]!, stops[stop + 1]!, at - stop));
});
