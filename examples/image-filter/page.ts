import type { Area, Pixels } from './bilateral.ts';
import { drawNoisyImage } from './noisy-image.ts';
import { tilesOf, withBorder } from './tiles.ts';

/** Filters a tile. Resolves with its pixels, or with undefined if `signal` dropped the tile. */
export type TileFilter = (tile: Area, radius: number, signal: AbortSignal) => Promise<Pixels | undefined>;

const tileSide = 48;
/** Maximum side of an image in pixels. The filter would need minutes for the full size of a photo. */
const maxSide = 1280;

const original = contextOf('#original');
const filtered = contextOf('#filtered');
const start = document.querySelector<HTMLButtonElement>('#start')!;
const cancel = document.querySelector<HTMLButtonElement>('#cancel')!;
const radius = document.querySelector<HTMLInputElement>('#radius')!;
const file = document.querySelector<HTMLInputElement>('#file')!;
const progress = document.querySelector('progress')!;
const status = document.querySelector('output')!;
let run = new AbortController();

/** The canvas with the original image. */
export const image: HTMLCanvasElement = original.canvas;

drawNoisyImage(original);
file.addEventListener('change', () => void openFile(file.files?.[0]));
cancel.addEventListener('click', () => run.abort());

/** Connects the controls with a filter that has this number of workers. */
export function connect(filter: TileFilter, workers: number): void {
  start.addEventListener('click', () => void filterAll(filter, workers));
  start.disabled = false;
}

/** The pixels that the filter of a tile reads, and the area of the tile within them. */
export function pixelsAround(
  tile: Area,
  border: number,
): { readonly pixels: ImageData; readonly area: Area } {
  const { height, width, x, y } = withBorder(tile, border, image);
  return {
    pixels: original.getImageData(x, y, width, height),
    area: { ...tile, x: tile.x - x, y: tile.y - y },
  };
}

async function filterAll(filter: TileFilter, workers: number): Promise<void> {
  const { signal } = beginRun();
  const tiles = tilesOf(image, tileSide);
  progress.max = tiles.length;
  cancel.disabled = false;
  status.value = 'filtering …';

  const outcomes = await Promise.all(tiles.map((tile) => showFiltered(filter, tile, signal)));
  if (signal !== run.signal) return; // another run has begun
  const done = outcomes.filter(Boolean).length;
  cancel.disabled = true;
  status.value =
    done === tiles.length
      ? `done: ${done} tiles by ${workers} ${workers === 1 ? 'worker' : 'workers'}`
      : `cancelled: ${done} of ${tiles.length} tiles done, ${tiles.length - done} dropped`;
}

/** Filters and draws a tile. Returns whether it was done. */
async function showFiltered(filter: TileFilter, tile: Area, signal: AbortSignal): Promise<boolean> {
  const pixels = await filter(tile, radius.valueAsNumber, signal);
  if (pixels === undefined || signal !== run.signal) return false;
  filtered.putImageData(new ImageData(pixels.data, tile.width, tile.height), tile.x, tile.y);
  progress.value++;
  return true;
}

/** Starts a new run and cancels the previous one. */
function beginRun(): AbortController {
  run.abort();
  run = new AbortController();
  filtered.clearRect(0, 0, image.width, image.height);
  progress.value = 0;
  return run;
}

async function openFile(selected: File | undefined): Promise<void> {
  if (selected === undefined) return;
  const opened = await createImageBitmap(selected).catch(() => undefined);
  if (opened === undefined) {
    status.value = `${selected.name} is not an image that this browser can read`;
    return;
  }
  beginRun();
  cancel.disabled = true;
  status.value = '';
  const scale = Math.min(1, maxSide / Math.max(opened.width, opened.height));
  for (const { canvas } of [original, filtered]) {
    canvas.width = Math.round(opened.width * scale);
    canvas.height = Math.round(opened.height * scale);
  }
  original.drawImage(opened, 0, 0, image.width, image.height);
}

function contextOf(selector: string): CanvasRenderingContext2D {
  return document.querySelector<HTMLCanvasElement>(selector)!.getContext('2d', { willReadFrequently: true })!;
}
