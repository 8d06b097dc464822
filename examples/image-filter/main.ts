import { MultiProc } from '@doha/multiproc';
import type { Area } from './bilateral.ts';
import type { filter } from './filter.worker.ts';
import { drawNoisyPicture } from './noisy-image.ts';
import { offMiddle, tilesOf, withBorder } from './tiles.ts';

const tileSide = 48;
/** Pixels, for a picture that the user has chosen: a camera's has so many that it would take minutes. */
const longestSide = 1280;

const original = penOf('#original');
const filtered = penOf('#filtered');
const start = document.querySelector<HTMLButtonElement>('#start')!;
const cancel = document.querySelector<HTMLButtonElement>('#cancel')!;
const radius = document.querySelector<HTMLInputElement>('#radius')!;
const file = document.querySelector<HTMLInputElement>('#file')!;
const progress = document.querySelector('progress')!;
const status = document.querySelector('output')!;
let run = new AbortController();

drawNoisyPicture(original);
file.addEventListener('change', () => void openFile(file.files?.[0]));

const proc = await MultiProc.start<typeof filter.functions>({
  spawn: () => new Worker(new URL('./filter.worker.ts', import.meta.url), { type: 'module' }),
});
const filterArea = proc.task('filter');

start.addEventListener('click', () => void filterAll());
cancel.addEventListener('click', () => run.abort());
start.disabled = false;

/** Filters the picture, the middle first. */
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

/** Has a worker filter a tile, and draws it. Returns whether it was done. */
async function filterTile(tile: Area, signal: AbortSignal): Promise<boolean> {
  const cut = withBorder(tile, radius.valueAsNumber, original.canvas);
  const pixels = original.getImageData(cut.x, cut.y, cut.width, cut.height);
  const area = { ...tile, x: tile.x - cut.x, y: tile.y - cut.y };
  const task = filterArea.submit([pixels, area, radius.valueAsNumber], {
    priority: -offMiddle(tile, original.canvas),
    signal,
    transfer: [pixels.data.buffer],
  });
  const outcome = await task.result;
  if (outcome.status !== 'done' || signal !== run.signal) return false;
  filtered.putImageData(new ImageData(outcome.value.data, tile.width, tile.height), tile.x, tile.y);
  progress.value++;
  return true;
}

/** What was going on is stale. */
function beginRun(): AbortController {
  run.abort();
  run = new AbortController();
  filtered.clearRect(0, 0, filtered.canvas.width, filtered.canvas.height);
  progress.value = 0;
  return run;
}

async function openFile(chosen: File | undefined): Promise<void> {
  if (chosen === undefined) return;
  const picture = await createImageBitmap(chosen).catch(() => undefined);
  if (picture === undefined) {
    status.value = `${chosen.name} is no picture that this browser can read`;
    return;
  }
  beginRun();
  cancel.disabled = true;
  status.value = '';
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  for (const { canvas } of [original, filtered]) {
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
  }
  original.drawImage(picture, 0, 0, original.canvas.width, original.canvas.height);
}

function penOf(selector: string): CanvasRenderingContext2D {
  return document.querySelector<HTMLCanvasElement>(selector)!.getContext('2d', { willReadFrequently: true })!;
}
