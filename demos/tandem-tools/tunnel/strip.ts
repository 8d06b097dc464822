import type { World } from '../../tandem/world/world.ts';
import type { Camera } from './camera.ts';
import { mixColors, robotColors } from '../../tandem/draw/color.ts';

/** Milliseconds between two updates of the strip. */
const every = 100;
/** Update rate in Hz of the brightest dots. */
const brightest = 30;
const shades = 64;
/** Edge of a dot, and height of the area for the players below the dots, in CSS pixels. */
const dotEdge = 2;
const playersHeight = 7;

/**
 * Draws the whole tunnel as a narrow strip. The brightness of a dot is the mean update rate of the
 * enemies there. The players are below the dots. A border marks the part that is on the stage. The
 * strip has its own canvas, because it changes less often than the stage.
 */
export class Strip {
  #context: CanvasRenderingContext2D;
  #world: World;
  /** Rows of the map with enemies. */
  #top: number;
  #bottom: number;
  #image: ImageData;
  #pixels: Uint32Array;
  #dots: Dots = createDots(1, 1, 1);
  #drawnAt = -Infinity;

  /** Draws on `canvas`. Throws an Error without a 2D context. */
  constructor(canvas: HTMLCanvasElement, world: World) {
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('Strip: the browser must give a 2D context, and it gave none');
    this.#context = context;
    this.#world = world;
    this.#top = world.enemies.reduce((min, { y }) => Math.min(min, y), Infinity) - 1;
    this.#bottom = world.enemies.reduce((max, { y }) => Math.max(max, y), -Infinity) + 1;
    this.#image = context.createImageData(1, 1);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
  }

  /** Draws if enough time has passed. `rates` is the update rate in Hz by entity. */
  draw(camera: Camera, rates: Float32Array, time: number): void {
    const elapsed = time - this.#drawnAt;
    if (elapsed >= 0 && elapsed < every) return;
    this.#drawnAt = time;
    this.#fitCanvas();
    this.#drawView(camera);
    this.#addUpRates(rates);
    this.#drawDots();
    this.#drawPlayers();
    this.#context.putImageData(this.#image, 0, 0);
  }

  #fitCanvas(): void {
    const { width, height, clientHeight } = this.#context.canvas;
    if (this.#image.width === width && this.#image.height === height) return;
    const density = Math.max(1, Math.round(height / Math.max(1, clientHeight)));
    this.#image = this.#context.createImageData(width, height);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#dots = createDots(width, Math.max(1, height - playersHeight * density), dotEdge * density);
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

  #addUpRates(rates: Float32Array): void {
    const { committed, grid, playerCount } = this.#world;
    const { columns, rows, sums, counts } = this.#dots;
    const perColumn = columns / grid.columns;
    const perRow = rows / (this.#bottom - this.#top);
    sums.fill(0);
    counts.fill(0);
    for (let i = playerCount; i < rates.length; i++) {
      if (committed.active[i] === 0) continue;
      const row = Math.floor((committed.y[i]! - this.#top) * perRow);
      if (row < 0 || row >= rows) continue;
      const dot = row * columns + Math.floor(committed.x[i]! * perColumn);
      sums[dot]! += rates[i]!;
      counts[dot]!++;
    }
  }

  #drawDots(): void {
    const { columns, rows, edge, sums, counts } = this.#dots;
    const { width } = this.#image;
    const perHertz = (shades - 1) / brightest;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const dot = row * columns + column;
        if (counts[dot] === 0) continue;
        const shade = Math.min(shades - 1, Math.floor((sums[dot]! / counts[dot]!) * perHertz));
        const from = row * edge * width + column * edge;
        for (let line = 0; line < edge; line++) {
          this.#pixels.fill(ramp[shade]!, from + line * width, from + line * width + edge);
        }
      }
    }
  }

  #drawPlayers(): void {
    const { players, grid } = this.#world;
    const { width, height } = this.#image;
    const { rows, edge } = this.#dots;
    for (const player of players) {
      const color = opaque(robotColors[player.index % robotColors.length]!);
      const column = Math.min(width - edge, Math.floor((player.x / grid.columns) * width));
      for (let row = rows * edge; row < height; row++) {
        this.#pixels.fill(color, row * width + column, row * width + column + edge);
      }
    }
  }
}

/** Squares of `edge` pixels: the number of enemies in each, and the sum of their rates. */
interface Dots {
  readonly columns: number;
  readonly rows: number;
  readonly edge: number;
  readonly sums: Float32Array;
  readonly counts: Uint16Array;
}

function createDots(width: number, height: number, edge: number): Dots {
  const columns = Math.max(1, Math.floor(width / edge));
  const rows = Math.max(1, Math.floor(height / edge));
  return {
    columns,
    rows,
    edge,
    sums: new Float32Array(columns * rows),
    counts: new Uint16Array(columns * rows),
  };
}

/** A pixel of image data as a little-endian number of red, green, blue and opacity. */
function opaque(rgb: number): number {
  return ((255 << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

const background = opaque(0x080b13);
const viewed = opaque(0x182238);
const frame = opaque(0x5a74ad);

/** From dark red through blue to a warm white. The legend on the page has the same colors. */
const stops: readonly number[] = [0x2a1d33, 0x2d3f7d, 0x3f8fd8, 0x9fe3ea, 0xfff6dd];
const ramp: Uint32Array = Uint32Array.from({ length: shades }, (_, shade) => {
  const at = (shade / (shades - 1)) * (stops.length - 1);
  const stop = Math.min(stops.length - 2, Math.floor(at));
  return opaque(mixColors(stops[stop]!, stops[stop + 1]!, at - stop));
});
