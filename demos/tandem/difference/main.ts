import { element } from '../element.ts';
import { usualBindings } from '../input/bindings.ts';
import { Keyboard } from '../input/keyboard.ts';
import { Steering } from '../input/steering.ts';
import type { VersionName } from '../versions/names.ts';
import { type Order, sinceEpoch, type Vitals, type Word } from './messages.ts';

/** Milliseconds of a turn: the two frames share a thread, so that only one may run at a time. */
const turn = 5000;

const shown = ['monolithic', 'adaptive'] as const satisfies readonly VersionName[];
const labels: readonly (readonly [keyof Vitals, string])[] = [
  ['worstFrame', 'longest picture'],
  ['inputDelay', 'key to picture'],
  ['nearAge', 'age of what is near'],
];

const frames = new Map<VersionName, HTMLIFrameElement>();
const ready = new Set<VersionName>();
const steering = new Steering();
let isStopped = false;
let current = 0;

for (const version of shown) openFrame(version);
addEventListener('message', ({ data, source }: MessageEvent<Word>) => {
  const isOurs = [...frames.values()].some(({ contentWindow }) => contentWindow === source);
  if (!isOurs) return;
  if (data.what === 'vitals') return showVitals(data.version, data.vitals);
  ready.add(data.version);
  if (ready.size === shown.length) go();
});

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
  if (isStopped || ready.size < shown.length) return;
  current = (current + 1) % shown.length;
  go();
}, turn);

element('toggle', HTMLButtonElement).addEventListener('click', ({ currentTarget }) => {
  isStopped = !isStopped;
  (currentTarget as HTMLButtonElement).textContent = isStopped ? 'Go on' : 'Stop';
  go();
});

function openFrame(version: VersionName): void {
  const frame = document.createElement('iframe');
  frame.title = version;
  frame.src = `./run.html?version=${version}`;
  frame.tabIndex = -1;
  frames.set(version, frame);
  document.querySelector(`[data-version=${version}] .frame`)!.replaceChildren(frame);
}

/** Lets those run whose turn it is. */
function go(): void {
  for (const [i, version] of shown.entries()) {
    const runs = !isStopped && i === current;
    document.querySelector(`[data-version=${version}]`)!.classList.toggle('rests', !runs);
    tell(version, { what: runs ? 'go' : 'rest' });
  }
}

function tell(version: VersionName, order: Order): void {
  frames.get(version)?.contentWindow?.postMessage(order, location.origin);
}

function showVitals(version: VersionName, vitals: Vitals): void {
  const list = document.querySelector(`[data-version=${version}] dl`)!;
  list.replaceChildren(
    ...labels.flatMap(([name, label]) => [
      Object.assign(document.createElement('dt'), { textContent: label }),
      Object.assign(document.createElement('dd'), { textContent: `${Math.round(vitals[name])} ms` }),
    ]),
  );
}
