import { MultiProc } from '@doha/multiproc';
import type { Area } from './bilateral.ts';
import type { filter } from './filter.worker.ts';
import { drawNoisyImage } from './noisy-image.ts';
import { centerDistance, tilesOf, withBorder } from './tiles.ts';

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

drawNoisyImage(original);
file.addEventListener('change', () => void openFile(file.files?.[0]));

const proc = await MultiProc.start<typeof filter.functions>({
  spawn: () => new Worker(new URL('./filter.worker.ts', import.meta.url), { type: 'module' }),
});
const filterArea = proc.task('filter');

start.addEventListener('click', () => void filterAll());
cancel.addEventListener('click', () => run.abort());
start.disabled = false;

/** Filters the image; tiles in the middle come first. */
async function filterAll(): Promise<void> {
  const { signal } = beginRun();
  const tiles = tilesOf(original.canvas, tileSide);
  progress.max = tiles.length;
  cancel.disabled = false;
  status.value = 'filtering …';

  const outcomes = await Promise.all(tiles.map((tile) => filterTile(tile, signal)));
  if (signal !== run.signal) return; // another run has begun
  const done = outcomes.filter(Boolean).length;
  cancel.disabled = true;
  status.value =
    done === tiles.length
      ? `done: ${done} tiles by ${proc.workers} ${proc.workers === 1 ? 'worker' : 'workers'}`
      : `cancelled: ${done} of ${tiles.length} tiles done, ${tiles.length - done} dropped`;
}

/** Filters a tile in a worker and draws it. Returns whether it was done. */
async function filterTile(tile: Area, signal: AbortSignal): Promise<boolean> {
  const source = withBorder(tile, radius.valueAsNumber, original.canvas);
  const pixels = original.getImageData(source.x, source.y, source.width, source.height);
  const area = { ...tile, x: tile.x - source.x, y: tile.y - source.y };
  const task = filterArea.submit([pixels, area, radius.valueAsNumber], {
    priority: -centerDistance(tile, original.canvas),
    signal,
    transfer: [pixels.data.buffer],
  });
  const outcome = await task.result;
  if (outcome.status !== 'done' || signal !== run.signal) return false;
  filtered.putImageData(new ImageData(outcome.value.data, tile.width, tile.height), tile.x, tile.y);
  progress.value++;
  return true;
}

/** Starts a new run and cancels the previous one. */
function beginRun(): AbortController {
  run.abort();
  run = new AbortController();
  filtered.clearRect(0, 0, filtered.canvas.width, filtered.canvas.height);
  progress.value = 0;
  return run;
}

async function openFile(selected: File | undefined): Promise<void> {
  if (selected === undefined) return;
  const image = await createImageBitmap(selected).catch(() => undefined);
  if (image === undefined) {
    status.value = `${selected.name} is not an image that this browser can read`;
    return;
  }
  beginRun();
  cancel.disabled = true;
  status.value = '';
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
  for (const { canvas } of [original, filtered]) {
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
  }
  original.drawImage(image, 0, 0, original.canvas.width, original.canvas.height);
}

function contextOf(selector: string): CanvasRenderingContext2D {
  return document.querySelector<HTMLCanvasElement>(selector)!.getContext('2d', { willReadFrequently: true })!;
}
