import { definition } from '../../lib/definition.ts';
import { element } from '../../lib/element.ts';
import { pixelsOf, watchSizes } from '../../tandem/draw/fit-canvases.ts';
import { usualBindings } from '../../tandem/input/bindings.ts';
import { Keyboard } from '../../tandem/input/keyboard.ts';
import { Steering } from '../../tandem/input/steering.ts';

import { type Order, shown, type Shown, sinceEpoch, type Vitals } from './messages.ts';

/** Cores with which both run at once, each in its thread; with fewer one would take the other's time. */
const coresForBoth = 4;
/** Milliseconds of a turn where they take turns. */
const turn = 5000;

const labels: readonly (readonly [keyof Vitals, string])[] = [
  ['worstFrame', 'longest picture'],
  ['inputDelay', 'key to picture'],
  ['nearAge', 'age of what is near'],
];

if (
  typeof OffscreenCanvas === 'undefined' ||
  !('transferControlToOffscreen' in HTMLCanvasElement.prototype)
) {
  element('how', HTMLElement).textContent = 'This browser cannot draw in workers, which this page is about.';
  throw new Error('The difference: the browser must have transferControlToOffscreen, and has not');
}

const workers = new Map<Shown, Worker>(shown.map((version) => [version, openWorker(version)]));
const steering = new Steering();
const hasFewCores = navigator.hardwareConcurrency < coresForBoth;
let takesTurns = hasFewCores;
let isStopped = false;
let current = 0;

const keyboard = new Keyboard(steering, usualBindings);
addEventListener('pagehide', () => keyboard.letGo());
for (const type of ['keydown', 'keyup'] as const) {
  addEventListener(type, ({ repeat, timeStamp }) => {
    if (repeat) return;
    const held = [steering.heldFor(0), steering.heldFor(1)] as const;
    for (const version of shown) tell(version, { what: 'hold', held, at: sinceEpoch(timeStamp) });
  });
}

setInterval(() => {
  if (isStopped || !takesTurns) return;
  current = (current + 1) % shown.length;
  go();
}, turn);

document.addEventListener('visibilitychange', go);
bindButton('toggle', () => (isStopped = !isStopped));
bindButton('turns', () => (takesTurns = !takesTurns));
go();

function bindButton(id: string, change: () => void): void {
  element(id, HTMLButtonElement).addEventListener('click', () => {
    change();
    go();
  });
}

function openWorker(version: Shown): Worker {
  const worker = new Worker(new URL('run.worker.ts', import.meta.url), { type: 'module' });
  const section = document.querySelector(`[data-version=${version}]`)!;
  const stage = section.querySelector('canvas')!;
  const canvas = stage.transferControlToOffscreen();
  worker.postMessage({ what: 'open', version, canvas } satisfies Order, [canvas]);
  watchSizes([stage], () => worker.postMessage({ what: 'resize', ...pixelsOf(stage) } satisfies Order));
  worker.addEventListener('message', ({ data }: MessageEvent<Vitals>) => showVitals(section, data));
  worker.addEventListener('error', ({ message }) => {
    section.querySelector('dl')!.textContent = `This loop has stopped: ${message}`;
  });
  return worker;
}

/** Lets those run whose turn it is. */
function go(): void {
  for (const [i, version] of shown.entries()) {
    const runs = !isStopped && !document.hidden && (!takesTurns || i === current);
    document.querySelector(`[data-version=${version}]`)!.classList.toggle('rests', !runs);
    tell(version, { what: runs ? 'go' : 'rest' });
  }
  element('toggle', HTMLButtonElement).textContent = isStopped ? 'Go on' : 'Stop';
  element('turns', HTMLButtonElement).textContent = takesTurns ? 'Both at once' : 'In turns';
  element('how', HTMLElement).textContent = takesTurns
    ? `They take turns, five seconds each${hasFewCores ? ': this machine has few cores, and neither shall take the other’s time' : ''}.`
    : 'Both run at once, each in a thread of its own.';
}

function tell(version: Shown, order: Order): void {
  workers.get(version)!.postMessage(order);
}

function showVitals(section: Element, vitals: Vitals): void {
  section
    .querySelector('dl')!
    .replaceChildren(
      ...labels.flatMap(([name, label]) => definition(label, `${Math.round(vitals[name])} ms`)),
    );
}
