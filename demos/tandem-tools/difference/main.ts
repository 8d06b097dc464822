import { element } from '../../lib/element.ts';
import { storedBindings } from '../../tandem/app/store/preferences.ts';
import { keyLabel } from '../../tandem/input/bindings.ts';
import { Key } from '../../tandem/world/robot/keys.ts';
import { Comparison } from './comparison.ts';
import { leaveReport } from './difference-report.ts';
import { bindControls } from './controls.ts';
import { explainFigures } from './figures-view.ts';
import { shown } from './messages.ts';
import { describeState } from './state-text.ts';
import { watchVisitorKeys } from './visitor-keys.ts';

// ?cores=2&seconds=6&window=6&enemies=4000: behaves as on a machine with two cores, records each loop for 6 s, measures live games over their last 6 s,
// and has 4,000 enemies.

/** With fewer cores two loops at once would disturb each other, so the page records them one after the other. */
const coresForBoth = 4;
/** Part of the time of a recording that is added before it, until the engine has compiled the game. */
const warmupPart = 1 / 6;

const sources = import.meta.glob<string>('../../tandem/versions/{monolithic,adaptive}.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

explainFigures(element('meanings', HTMLElement));
for (const version of shown) showCode(`code-${version}`, sources[`../../tandem/versions/${version}.ts`]!);

if (
  typeof OffscreenCanvas === 'undefined' ||
  !('transferControlToOffscreen' in HTMLCanvasElement.prototype)
) {
  element('how', HTMLElement).textContent = 'This page needs a browser that can draw in workers.';
  throw new Error('The page “difference”: the browser must have transferControlToOffscreen');
}

const query = new URLSearchParams(location.search);
const cores = numberOf('cores', navigator.hardwareConcurrency);
const length = 1000 * numberOf('seconds', 6);
const warmup = length * warmupPart;
const bindings = storedBindings();
const keysText = [1, 2]
  .map((robot) =>
    (['left', 'right', 'jump'] as const)
      .map((key) => keyLabel(bindings[`${robot as 1 | 2}.${key}`]))
      .join(' '),
  )
  .join(', ');
let isRefused = false; // the visitor has pressed a key that had no effect

const comparison = new Comparison({
  together: cores < coresForBoth ? 'recorded' : 'both',
  enemies: numberOf('enemies', 4000),
  record: { warmup, length },
  window: 1000 * numberOf('window', 6),
  changed: () => {
    isRefused = false;
    showState();
  },
});
const showControls = bindControls(comparison);
watchVisitorKeys(
  bindings,
  new Map([
    [element('left', HTMLButtonElement), Key.left],
    [element('jump', HTMLButtonElement), Key.jump],
    [element('right', HTMLButtonElement), Key.right],
  ]),
  (held, timeStamp) => {
    const isPress = held.some((keys) => keys > 0);
    isRefused = !comparison.steer(held, timeStamp) && (isPress || isRefused);
    showState();
  },
);
showState();

function showState(): void {
  showControls();
  setText(
    element('how', HTMLElement),
    describeState(comparison, {
      cores,
      seconds: Math.round((warmup + length) / 100) / 10,
      keys: keysText,
      isRefused,
    }),
  );
  const { enemies, recorded } = comparison;
  if (recorded.recordings !== undefined) leaveReport(recorded.recordings, { cores, enemies });
}

// Screen readers announce each change of a status, so a text that stays the same is not set again.
function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** A number of the query, or `otherwise` if there is none. */
function numberOf(name: string, otherwise: number): number {
  const value = Number(query.get(name) ?? otherwise);
  if (value > 0 && value < Infinity) return value;
  throw new RangeError(`?${name}= must be a number > 0, got ${query.get(name)}`);
}

/** Shows a file below the loops. A link to it opens it. */
function showCode(id: string, code: string): void {
  const details = element(id, HTMLDetailsElement);
  details.querySelector('pre code')!.textContent = code;
  for (const link of document.querySelectorAll(`a[href='#${id}']`)) {
    link.addEventListener('click', () => (details.open = true));
  }
  if (location.hash === `#${id}`) details.open = true;
}
