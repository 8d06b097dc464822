import { definition } from '../lib/definition.ts';
import { element } from '../lib/element.ts';
import { LoadView } from '../lib/load-view.ts';
import type { Camera } from './camera.ts';
import { ProgressiveImage } from './progressive-image.ts';
import { type Progress, RayTracer } from './ray-tracer.ts';
import { onTurn, turnCamera } from './camera-controls.ts';

const figuresPeriod = 250;
/** Radians per second. */
const turningSpeed = 0.25;

const canvas = element('image', HTMLCanvasElement);
const image = new ProgressiveImage(canvas);
const loadView = new LoadView(element('load', HTMLElement));
const workers = element('workers', HTMLInputElement);
const unique = element('unique', HTMLInputElement);
const slow = element('slow', HTMLInputElement);
const turns = element('turns', HTMLInputElement);

const cores = navigator.hardwareConcurrency;
workers.max = String(Math.max(4, cores));
workers.value = String(Math.max(2, cores - 1));

let camera: Camera = { yaw: 0.7, pitch: 0.42, distance: 9.6 };
let rayTracer: RayTracer | undefined;
let opening = 0;
let turnedAt = performance.now();

onTurn(canvas, (yaw, pitch) => {
  camera = turnCamera(camera, yaw, pitch);
  rayTracer?.render(camera);
});
for (const control of [workers, unique, slow]) control.addEventListener('change', () => void open());
for (const control of [workers, unique]) control.addEventListener('input', showValues);
element('kill', HTMLButtonElement).addEventListener('click', () => rayTracer?.kill());
setInterval(() => {
  if (rayTracer === undefined) return;
  void rayTracer.slowOne();
  showProgress(rayTracer.progress, rayTracer.stats.waiting);
  loadView.show(rayTracer.stats);
}, figuresPeriod);
requestAnimationFrame(show);
showValues();
await open();

async function open(): Promise<void> {
  const number = ++opening;
  rayTracer?.close();
  rayTracer = undefined;
  canvas.ariaBusy = 'true';
  const next = await RayTracer.open({
    image,
    workers: workers.valueAsNumber,
    uniqueColors: unique.valueAsNumber / 100,
    slowOneWorker: slow.checked,
  });
  // Another call of `open` may have begun in the meantime.
  if (number !== opening) return next.close();
  rayTracer = next;
  rayTracer.render(camera);
}

function show(time: number): void {
  if (turns.checked && isCoarseDone()) {
    camera = turnCamera(camera, (turningSpeed * Math.min(200, time - turnedAt)) / 1000, 0);
    rayTracer?.render(camera);
    turnedAt = time;
  }
  if (!turns.checked) turnedAt = time;
  image.show();
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

function showProgress({ done, total, sharpAfter, smoothAfter }: Progress, waiting: number): void {
  const rows: readonly (readonly [string, string])[] = [
    ['bands done', `${done} of ${total}`],
    ['waiting', String(waiting)],
    ['all pixels after', timeOf(sharpAfter)],
    ['smooth edges after', timeOf(smoothAfter)],
  ];
  element('progress', HTMLElement).replaceChildren(
    ...rows.flatMap(([name, value]) => definition(name, value)),
  );
}

function timeOf(ms: number | undefined): string {
  return ms === undefined ? '…' : `${Math.round(ms)} ms`;
}
