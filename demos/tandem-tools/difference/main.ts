import { definition } from '../../lib/definition.ts';
import { element } from '../../lib/element.ts';
import { pixelsOf, watchSizes } from '../../tandem/draw/fit-canvases.ts';
import { defaultBindings } from '../../tandem/input/bindings.ts';
import { Keyboard } from '../../tandem/input/keyboard.ts';
import { Steering } from '../../tandem/input/steering.ts';

import { type Command, shown, type Shown, sinceEpoch, type Vitals } from './messages.ts';

/**
 * With fewer cores the loops take turns by default. Otherwise both run at once, each in its thread.
 */
const coresForBoth = 4;
/** Duration of a turn in ms. */
const turn = 5000;

const labels: readonly (readonly [keyof Vitals, string])[] = [
  ['worstFrame', 'longest frame'],
  ['inputDelay', 'input latency'],
  ['nearAge', 'age of nearby enemies'],
];

if (
  typeof OffscreenCanvas === 'undefined' ||
  !('transferControlToOffscreen' in HTMLCanvasElement.prototype)
) {
  element('how', HTMLElement).textContent = 'This page needs a browser that can draw in workers.';
  throw new Error('The page “difference”: the browser must have transferControlToOffscreen');
}

const workers = new Map<Shown, Worker>(shown.map((version) => [version, openWorker(version)]));
const steering = new Steering();
const hasFewCores = navigator.hardwareConcurrency < coresForBoth;
let takesTurns = hasFewCores;
let isStopped = false;
let current = 0;

const keyboard = new Keyboard(steering, defaultBindings);
addEventListener('pagehide', () => keyboard.releaseAll());
for (const type of ['keydown', 'keyup'] as const) {
  addEventListener(type, ({ repeat, timeStamp }) => {
    if (repeat) return;
    const held = [steering.heldFor(0), steering.heldFor(1)] as const;
    for (const version of shown) send(version, { type: 'hold', held, at: sinceEpoch(timeStamp) });
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
  worker.postMessage({ type: 'open', version, canvas } satisfies Command, [canvas]);
  watchSizes([stage], () => worker.postMessage({ type: 'resize', ...pixelsOf(stage) } satisfies Command));
  worker.addEventListener('message', ({ data }: MessageEvent<Vitals>) => showVitals(section, data));
  worker.addEventListener('error', ({ message }) => {
    section.querySelector('dl')!.textContent = `This loop has stopped: ${message}`;
  });
  return worker;
}

/** Runs the loops whose turn it is. */
function go(): void {
  for (const [i, version] of shown.entries()) {
    const runs = !isStopped && !document.hidden && (!takesTurns || i === current);
    document.querySelector(`[data-version=${version}]`)!.classList.toggle('paused', !runs);
    send(version, { type: runs ? 'go' : 'pause' });
  }
  element('toggle', HTMLButtonElement).textContent = isStopped ? 'Resume' : 'Stop';
  element('turns', HTMLButtonElement).textContent = takesTurns ? 'Both at once' : 'Take turns';
  element('how', HTMLElement).textContent = takesTurns
    ? `The loops take turns of five seconds${hasFewCores ? ', because this machine has few cores' : ''}.`
    : 'Both run at once, each in its own thread.';
}

function send(version: Shown, command: Command): void {
  workers.get(version)!.postMessage(command);
}

function showVitals(section: Element, vitals: Vitals): void {
  section
    .querySelector('dl')!
    .replaceChildren(
      ...labels.flatMap(([name, label]) => definition(label, `${Math.round(vitals[name])} ms`)),
    );
}
