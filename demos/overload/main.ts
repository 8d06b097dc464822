import { element } from '../lib/element.ts';
import { messageOf } from '../lib/message-of.ts';
import { contestants } from './contestants/contestants.ts';
import { readPlan } from './page/plan.ts';
import { resultsTables } from './page/results-tables.ts';
import { linkTo, readLink } from './results/link.ts';
import type { LeftReport } from './results/left-report.ts';
import type { Plan } from './results/report.ts';
import { type Summary, summarize } from './results/summary.ts';
import { type Progress, runAll } from './run/run-all.ts';
import { scenes } from './scenes/scenes.ts';

/** Durations of the page's two choices. A run takes 1.2 times its counted seconds. */
const lengths = { short: { seconds: 1, rounds: 3 }, long: { seconds: 3, rounds: 6 } } as const;

/** The canvas has at most this width in pixels, so that drawing leaves time for updates on displays with many pixels. */
const maxWidth = 1280;

/** From this noise on, scores of a page are not reliable: see `noise` of the summary. */
const noisy = 1.5;

const inputNotes = {
  page: 'A worker decides when an event happens, so that the time until the page handles it counts. Browsers report no INP for synthetic events.',
  visitor:
    'Click or touch the scene again and again, or press letter keys. The page counts only your events, and shows INP if the browser reports it.',
} as const;

const canvas = element('canvas', HTMLCanvasElement);
const button = element('run', HTMLButtonElement);
const inputChoice = element('input', HTMLSelectElement);
const lengthChoice = element('length', HTMLSelectElement);

/** Aborts the benchmark in progress. */
let stop: AbortController | undefined;
let report: LeftReport | undefined;
let shown: Summary | undefined;

element('plan', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  if (stop === undefined) void runChosen();
  else stop.abort(new Error('Stopped.'));
});
inputChoice.addEventListener('change', showInputNote);
element('copy', HTMLButtonElement).addEventListener('click', () => void copyLink());
element('save', HTMLButtonElement).addEventListener('click', save);
document.addEventListener('visibilitychange', () => {
  if (document.hidden)
    stop?.abort(new Error('Stopped, because the page was hidden. Keep it visible, and start again.'));
});
addEventListener('hashchange', () => void showLinked());
showInputNote();
sizeCanvas();
scenes[0]?.create(canvas, 1).draw();
void begin();

async function begin(): Promise<void> {
  await showLinked();
  if (new URLSearchParams(location.search).get('start') === 'yes') await runChosen();
}

async function runChosen(): Promise<void> {
  try {
    const input = inputChoice.value === 'visitor' ? 'visitor' : 'page';
    const plan = readPlan(location.search, {
      ...lengths[lengthChoice.value === 'long' ? 'long' : 'short'],
      input,
    });
    await run(plan);
  } catch (error) {
    showStatus(messageOf(error));
    reportError(error);
  }
}

async function run(plan: Plan): Promise<void> {
  const { signal } = (stop = new AbortController());
  button.textContent = 'Stop';
  sizeCanvas();
  canvas.focus({ preventScroll: true });
  element('stage', HTMLElement).scrollIntoView({ block: 'nearest' });
  try {
    const found = await runAll(plan, canvas, showProgress, signal);
    const names = Object.fromEntries(contestants.map(({ id, name }) => [id, name]));
    report = { ...found, summary: summarize(found), names };
    showSummary(report.summary, false);
    showStatus('Done. The results are below.');
    element('progress', HTMLProgressElement).value = 1;
    (globalThis as { report?: LeftReport }).report = report;
  } catch (error) {
    if (!signal.aborted) throw error;
    showStatus(messageOf(error));
  } finally {
    stop = undefined;
    button.textContent = 'Start';
    delete document.body.dataset['scene'];
  }
}

function showProgress({ contestant, done, round, scene }: Progress): void {
  const doing = contestant === undefined ? 'measuring the costs …' : `${contestant}, round ${round}`;
  document.body.dataset['scene'] = scene.id;
  showStatus(`${scene.name}: ${doing}`);
  element('explanation', HTMLElement).textContent = scene.description;
  element('progress', HTMLProgressElement).value = done;
}

/** Shows the results in the hash of the address, if it has any. */
async function showLinked(): Promise<void> {
  try {
    const summary = await readLink(location.hash);
    if (summary !== undefined) showSummary(summary, true);
  } catch (error) {
    showStatus(messageOf(error));
  }
}

function showSummary(summary: Summary, isLinked: boolean): void {
  shown = summary;
  const { environment, plan } = summary;
  const { browser, canvas: size, cores, displayRate, gpu, isolated } = environment;
  const input = plan.input === 'page' ? 'synthetic pointer events' : 'real input';
  element('results-title', HTMLElement).textContent = isLinked ? 'Results from a link' : 'Your results';
  element('environment', HTMLElement).textContent =
    `${summary.date.slice(0, 10)}; ${cores} cores; GPU ${gpu}; ${browser}; display ${displayRate} Hz, canvas ${size}; ` +
    `${input}; ${plan.rounds} rounds of ${plan.seconds} s; noise ${summary.noise}; clock ${isolated ? 'exact' : 'coarse, because the page is not isolated'}`;
  showWarning(summary.noise);
  element('tables', HTMLElement).replaceChildren(...resultsTables(summary));
  element('save', HTMLButtonElement).hidden = isLinked;
  element('again', HTMLAnchorElement).hidden = !isLinked;
  element('results', HTMLElement).hidden = false;
  if (isLinked) element('results', HTMLElement).scrollIntoView();
}

function showWarning(noise: number): void {
  const warning = element('warning', HTMLElement);
  warning.hidden = noise < noisy;
  warning.textContent = `Other programs used the processor: a fixed piece of work took ${noise} times its shortest time on average. The scores are not reliable.`;
}

async function copyLink(): Promise<void> {
  if (shown === undefined) return;
  const link = location.origin + location.pathname + (await linkTo(shown)); // without the query, which could start a benchmark
  history.replaceState(undefined, '', link);
  try {
    await navigator.clipboard.writeText(link);
    showCopied('Copied');
  } catch {
    showCopied('Copy it from the address bar');
  }
}

function showCopied(text: string): void {
  element('copy', HTMLButtonElement).textContent = text;
}

function save(): void {
  if (report === undefined) return;
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: 'overload-samples.json' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function sizeCanvas(): void {
  canvas.width = Math.min(maxWidth, Math.round(canvas.clientWidth * devicePixelRatio));
  canvas.height = Math.round((canvas.width * 3) / 4);
}

function showInputNote(): void {
  element('input-note', HTMLElement).textContent =
    inputNotes[inputChoice.value === 'visitor' ? 'visitor' : 'page'];
}

function showStatus(text: string): void {
  element('status', HTMLElement).textContent = text;
}
