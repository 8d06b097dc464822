// ?variant=sprites|rectangles|pixels|webgl   the variant
// &things=5000                           number of things
// &seconds=4                             measured seconds
// &warmup=1                              seconds before the measurement
import { leaveReport } from '../../../tools/pages/leave-report.ts';
import { random } from '../../../../demos/lib/random.ts';
import { countLit } from './count-lit.ts';
import { createPixels } from './pixels.ts';
import { createRectangles } from './rectangles.ts';
import { createSprites } from './sprites.ts';
import type { Things } from './things.ts';
import { createWebgl } from './webgl.ts';

export interface DrawingReport {
  /** The missing feature of the browser. Nothing is drawn if it is defined. */
  readonly missing?: string;
  /** Milliseconds of script of each frame. */
  readonly script: readonly number[];
  /** Frame times in ms. */
  readonly gaps: readonly number[];
  /** Number of pixels in the last frame that differ from the background. */
  readonly lit: number;
}

/** Returns a function that draws the things on a canvas of 800 × 600 pixels, or the name of the missing feature of the browser. */
export type Variant = (canvas: HTMLCanvasElement, things: Things) => (() => void) | string;

const variants: Readonly<Record<string, Variant>> = {
  sprites: createSprites,
  rectangles: createRectangles,
  pixels: createPixels,
  webgl: createWebgl,
};

const query = new URLSearchParams(location.search);
const variant = variants[query.get('variant') ?? 'sprites'];
if (variant === undefined)
  throw new RangeError(`?variant= must be one of ${Object.keys(variants).join(', ')}`);
const count = Number(query.get('things') ?? 5000);
const seconds = Number(query.get('seconds') ?? 4);
const warmUp = Number(query.get('warmup') ?? 1);

const canvas = document.body.appendChild(document.createElement('canvas'));
canvas.width = 800;
canvas.height = 600;
const chance = random(1);
const things: Things = {
  count,
  x: Float32Array.from({ length: count }, () => 800 * chance()),
  y: Float32Array.from({ length: count }, () => 600 * chance()),
  color: Uint8Array.from({ length: count }, () => 8 * chance()),
};
const script: number[] = [];
const gaps: number[] = [];
let last = NaN;
let from = Infinity;

const draw = variant(canvas, things);
if (typeof draw === 'string') leave(0, draw);
else begin(draw);

function begin(drawThings: () => void): void {
  last = performance.now();
  from = last + 1000 * warmUp;
  requestAnimationFrame(() => run(drawThings));
}

function run(drawThings: () => void): void {
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    things.x[i] = (things.x[i]! + 0.7) % 800;
    things.y[i] = (things.y[i]! + 0.4) % 600;
  }
  drawThings();
  const end = performance.now();
  if (start > from) {
    script.push(end - start);
    gaps.push(start - last);
  }
  last = start;
  if (end < from + 1000 * seconds || gaps.length === 0) requestAnimationFrame(() => run(drawThings));
  else leave(countLit(canvas));
}

function leave(lit: number, missing?: string): void {
  leaveReport({ script, gaps, lit, ...(missing !== undefined && { missing }) } satisfies DrawingReport);
}
