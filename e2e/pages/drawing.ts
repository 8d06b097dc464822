// ?way=sprites|rectangles|pixels|webgl   how things are drawn
// &things=5000                           how many of them
// &seconds=4
import { leaveReport } from './leave-report.ts';
import { createPixels } from './drawing/pixels.ts';
import { createRectangles } from './drawing/rectangles.ts';
import { createSprites } from './drawing/sprites.ts';
import { createWebgl } from './drawing/webgl.ts';
import type { Things } from './drawing/things.ts';

export interface DrawingReport {
  /** Milliseconds of script per picture. */
  readonly script: readonly number[];
  /** Milliseconds from each picture to the next. */
  readonly gaps: readonly number[];
}

/** Makes what draws things on a canvas of 800 × 600. */
export type Way = (canvas: HTMLCanvasElement, things: Things) => () => void;

const ways: Readonly<Record<string, Way>> = {
  sprites: createSprites,
  rectangles: createRectangles,
  pixels: createPixels,
  webgl: createWebgl,
};

const query = new URLSearchParams(location.search);
const way = ways[query.get('way') ?? 'sprites'];
if (way === undefined) throw new RangeError(`?way= must be one of ${Object.keys(ways).join(', ')}`);
const count = Number(query.get('things') ?? 5000);
const until = performance.now() + 1000 * Number(query.get('seconds') ?? 4);
const warmUp = 60;

const canvas = document.body.appendChild(document.createElement('canvas'));
canvas.width = 800;
canvas.height = 600;
const things: Things = {
  count,
  x: Float32Array.from({ length: count }, () => 800 * Math.random()),
  y: Float32Array.from({ length: count }, () => 600 * Math.random()),
  colour: Uint8Array.from({ length: count }, () => 8 * Math.random()),
};
const draw = way(canvas, things);
const script: number[] = [];
const gaps: number[] = [];
let last = NaN;
let pictures = 0;

requestAnimationFrame(run);

function run(): void {
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    things.x[i] = (things.x[i]! + 0.7) % 800;
    things.y[i] = (things.y[i]! + 0.4) % 600;
  }
  draw();
  const end = performance.now();
  if (pictures++ > warmUp) {
    script.push(end - start);
    gaps.push(start - last);
  }
  last = start;
  if (end < until) requestAnimationFrame(run);
  else leaveReport({ script, gaps } satisfies DrawingReport);
}
