import { definition } from '../lib/definition.ts';
import { element } from '../lib/element.ts';
import { LoadView } from '../lib/load-view.ts';
import { messageOf } from '../lib/message-of.ts';
import { BandMarks } from './band-marks.ts';
import type { Camera } from './camera.ts';
import { onTurn, turnCamera } from './camera-controls.ts';
import { measure, rounds } from './measure.ts';
import { ProgressiveImage } from './progressive-image.ts';
import { RayTracer } from './ray-tracer.ts';
import { nameOf, type Setting } from './series.ts';
import { SeriesTable } from './series-table.ts';

const figuresPeriod = 250;
/** Radians per second. */
const turningSpeed = 0.25;

const canvas = element('image', HTMLCanvasElement);
const image = new ProgressiveImage(canvas);
const marks = new BandMarks(element('marks', HTMLCanvasElement), canvas);
const loadView = new LoadView(element('load', HTMLElement));
const table = new SeriesTable(element('series', HTMLTableSectionElement));
const workers = element('workers', HTMLInputElement);
const unique = element('unique', HTMLInputElement);
const slow = element('slow', HTMLInputElement);
const turns = element('turns', HTMLInputElement);
const button = element('measure', HTMLButtonElement);

const cores = navigator.hardwareConcurrency;
workers.max = String(Math.max(4, cores));
workers.value = String(Math.max(2, cores - 1));

let camera: Camera = { yaw: 0.7, pitch: 0.42, distance: 9.6 };
let rayTracer: RayTracer | undefined;
let opening = 0;
let turnedAt = performance.now();
/** Ends the measurement in progress. */
let stop: AbortController | undefined;

onTurn(canvas, (yaw, pitch) => turn(yaw, pitch));
for (const control of [workers, unique, slow]) control.addEventListener('change', () => void open());
for (const control of [workers, unique]) control.addEventListener('input', showValues);
element('kill', HTMLButtonElement).addEventListener('click', kill);
button.addEventListener('click', () => {
  if (stop === undefined) void measureSetting();
  else stop.abort(new Error('Stopped.'));
});
setInterval(() => {
  if (rayTracer === undefined) return;
  void rayTracer.slowOne();
  showProgress(rayTracer);
  loadView.show(rayTracer.stats);
}, figuresPeriod);
requestAnimationFrame(show);
showValues();
await open();

function selected(): Setting {
  return {
    workers: workers.valueAsNumber,
    uniqueColors: unique.valueAsNumber / 100,
    slowOneWorker: slow.checked,
  };
}

function start(setting: Setting): Promise<RayTracer> {
  return RayTracer.open({ image, ...setting, onLost: (band, state) => marks.mark(band, state) });
}

/** Restarts the workers with the selected setting. */
async function open(): Promise<void> {
  stop?.abort(new Error('Stopped, because a control was changed.'));
  const number = ++opening;
  rayTracer?.close();
  rayTracer = undefined;
  canvas.ariaBusy = 'true';
  const next = await start(selected());
  // Another call of `open` may have begun in the meantime.
  if (number !== opening) return next.close();
  rayTracer = next;
  loadView.reset();
  render();
}

function render(): void {
  marks.clear();
  rayTracer?.render(camera);
}

function turn(yaw: number, pitch: number): void {
  if (stop !== undefined) return; // all images of a measurement have the same view
  camera = turnCamera(camera, yaw, pitch);
  render();
}

function kill(): void {
  const lost = rayTracer?.kill();
  showStatus(
    lost === undefined
      ? 'No worker is at work now. Turn the camera first.'
      : `Killed a worker. It had ${lost} ${lost === 1 ? 'band' : 'bands'}, which other workers trace again.`,
  );
}

async function measureSetting(): Promise<void> {
  const { signal } = (stop = new AbortController());
  const setting = selected();
  const opened = ++opening;
  rayTracer?.close();
  rayTracer = undefined;
  button.textContent = 'Stop';
  try {
    await measure(
      setting,
      camera,
      {
        open: start,
        onBegin(next, round) {
          marks.clear();
          loadView.reset();
          rayTracer = next;
          showStatus(`Round ${round + 1} of ${rounds}: one worker, then ${nameOf(setting)}.`);
        },
        onEnd: (series) => table.show(series),
      },
      signal,
    );
    showStatus(`Measured ${rounds} images with one worker, and ${rounds} with ${nameOf(setting)}, in turns.`);
  } catch (error) {
    showStatus(messageOf(error));
  } finally {
    stop = undefined;
    button.textContent = `Measure ${rounds} images`;
    if (opened === opening) void open();
  }
}

function show(time: number): void {
  if (turns.checked && isCoarseDone()) {
    turn((turningSpeed * Math.min(200, time - turnedAt)) / 1000, 0);
    turnedAt = time;
  }
  if (!turns.checked) turnedAt = time;
  image.show();
  marks.show();
  canvas.ariaBusy = String(rayTracer?.progress.smoothAfter === undefined);
  requestAnimationFrame(show);
}

/**
 * Whether the first 6 % of the bands, the coarse ones, are done. The camera waits for them before
 * it turns further.
 */
function isCoarseDone(): boolean {
  const { done, total } = rayTracer?.progress ?? { done: 0, total: 1 };
  return done > total * 0.06;
}

function showValues(): void {
  element('workers-shown', HTMLElement).textContent = workers.value;
  element('unique-shown', HTMLElement).textContent = `${unique.value} %`;
}

function showStatus(text: string): void {
  element('status', HTMLElement).textContent = text;
}

function showProgress({ progress, stats, totals }: RayTracer): void {
  const { done, sharpAfter, smoothAfter, total } = progress;
  const { again, lost, outdated } = totals;
  const dropped = outdated / Math.max(1, outdated + totals.done);
  const rows: readonly (readonly [string, string])[] = [
    ['bands done', `${done} of ${total}`],
    ['bands waiting', String(stats.waiting)],
    ['all pixels after', timeOf(sharpAfter)],
    ['smooth edges after', timeOf(smoothAfter)],
    ['outdated work dropped', `${outdated} bands, ${Math.round(100 * dropped)} %`],
    ['lost with a killed worker', `${lost} bands`],
    ['traced again', `${again} bands`],
  ];
  element('progress', HTMLElement).replaceChildren(
    ...rows.flatMap(([name, value]) => definition(name, value)),
  );
}

function timeOf(ms: number | undefined): string {
  return ms === undefined ? '…' : `${Math.round(ms)} ms`;
}
