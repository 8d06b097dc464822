import { definition } from '../lib/definition.ts';
import { element } from '../lib/element.ts';
import { LoadView } from '../lib/load-view.ts';
import type { Camera } from './camera.ts';
import { Picture } from './progressive-image.ts';
import { type Progress, Studio } from './ray-tracer.ts';
import { turnBy, turned } from './camera-controls.ts';

const figuresEvery = 250;
/** Radians per second. */
const turningSpeed = 0.25;

const canvas = element('picture', HTMLCanvasElement);
const picture = new Picture(canvas);
const loadView = new LoadView(element('load', HTMLElement));
const workers = element('workers', HTMLInputElement);
const unique = element('unique', HTMLInputElement);
const slow = element('slow', HTMLInputElement);
const turns = element('turns', HTMLInputElement);

const cores = navigator.hardwareConcurrency;
workers.max = String(Math.max(4, cores));
workers.value = String(Math.max(2, cores - 1));

let camera: Camera = { yaw: 0.7, pitch: 0.42, distance: 9.6 };
let studio: Studio | undefined;
let opening = 0;
let shownAt = performance.now();

turnBy(canvas, (yaw, pitch) => {
  camera = turned(camera, yaw, pitch);
  studio?.look(camera);
});
for (const control of [workers, unique, slow]) control.addEventListener('change', () => void open());
for (const control of [workers, unique]) control.addEventListener('input', showValues);
element('kill', HTMLButtonElement).addEventListener('click', () => studio?.kill());
setInterval(() => {
  if (studio === undefined) return;
  void studio.hold();
  showProgress(studio.progress, studio.stats.waiting);
  loadView.show(studio.stats);
}, figuresEvery);
requestAnimationFrame(show);
showValues();
await open();

async function open(): Promise<void> {
  const own = ++opening;
  studio?.close();
  studio = undefined;
  canvas.ariaBusy = 'true';
  const next = await Studio.open({
    picture,
    workers: workers.valueAsNumber,
    uniqueColors: unique.valueAsNumber / 100,
    slowsOne: slow.checked,
  });
  // Another one may have been asked for meanwhile.
  if (own !== opening) return next.close();
  studio = next;
  studio.look(camera);
}

function show(time: number): void {
  if (turns.checked && isCoarseThere()) {
    camera = turned(camera, (turningSpeed * Math.min(200, time - shownAt)) / 1000, 0);
    studio?.look(camera);
    shownAt = time;
  }
  if (!turns.checked) shownAt = time;
  picture.show();
  canvas.ariaBusy = String(studio?.progress.smoothAfter === undefined);
  requestAnimationFrame(show);
}

/** Whether enough of the view has come to turn on. */
function isCoarseThere(): boolean {
  const { done, of } = studio?.progress ?? { done: 0, of: 1 };
  return done > of * 0.06;
}

function showValues(): void {
  element('workers-shown', HTMLElement).textContent = workers.value;
  element('unique-shown', HTMLElement).textContent = `${unique.value} %`;
}

function showProgress({ done, of, sharpAfter, smoothAfter }: Progress, waiting: number): void {
  const rows: readonly (readonly [string, string])[] = [
    ['bands done', `${done} of ${of}`],
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
