import { element } from '../lib/element.ts';
import { LoadView } from '../lib/load-view.ts';
import { TaskStrip } from '../lib/task-strip.ts';
import { Chart } from './chart.ts';
import type { FactorialPool } from './factorial-pool.ts';
import { fillTable } from './fill-table.ts';
import { measure } from './measure.ts';
import { type Plan, readPlan } from './plan.ts';
import type { Report, Run } from './report.ts';
import { speedUps } from './speed-up.ts';
import { verdictOn } from './verdict.ts';

const figuresPeriod = 250;
/** The value of n at position 0 of the slider. Each further position doubles n. */
const minN = 1_000_000;
/** Rounds of a measurement, unless the address has another number. */
const defaultRounds = 3;

const chart = new Chart(element('chart', SVGSVGElement));
const loadView = new LoadView(element('load', HTMLElement));
const taskStrip = new TaskStrip(element('tasks', HTMLElement));
const nSlider = element('n', HTMLInputElement);
const workers = element('workers', HTMLInputElement);
const cores = navigator.hardwareConcurrency;

const requested = readAddress();
// The slider allows more workers than cores, to show that the additional workers gain nothing.
workers.max = String(Math.max(4, Math.ceil(1.5 * cores), ...(requested.workers ?? [])));
workers.valueAsNumber = Math.max(...(requested.workers ?? [4, cores]));
let n = requested.n ?? sliderN();
let plan = selectedPlan();
let runs: readonly Run[] = [];
/** The pool of the run in progress; undefined between runs and while the page computes alone. */
let pool: FactorialPool | undefined;
/** Aborts the measurement in progress. */
let stop: AbortController | undefined;

nSlider.addEventListener('input', () => {
  n = sliderN();
  showSelected();
});
workers.addEventListener('input', showSelected);
element('plan', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  if (stop === undefined) void run(selectedPlan());
  else stop.abort();
});
element('kill', HTMLButtonElement).addEventListener('click', () => {
  const lost = pool?.kill();
  showKilled(
    lost === undefined
      ? 'No worker is at work now. Press “Measure” first.'
      : `Killed a worker. It had ${lost} ${lost === 1 ? 'task' : 'tasks'}, which other workers repeat.`,
  );
  showLoad();
});
setInterval(showLoad, figuresPeriod);
element('cores', HTMLElement).textContent = String(cores);
showSelected();
show();
if (requested.workers !== undefined) void run({ ...selectedPlan(), ...requested });

function readAddress(): Partial<Plan> {
  try {
    return readPlan(location.search);
  } catch (error) {
    showStatus(String(error));
    reportError(error);
    return {};
  }
}

/** The plan that the controls describe. */
function selectedPlan(): Plan {
  const maxWorkers = workers.valueAsNumber;
  return {
    n,
    workers: maxWorkers === 0 ? [0] : Array.from({ length: maxWorkers }, (_, i) => i + 1),
    rounds: defaultRounds,
  };
}

function sliderN(): number {
  return minN * 2 ** nSlider.valueAsNumber;
}

async function run(next: Plan): Promise<void> {
  const { signal } = (stop = new AbortController());
  plan = next;
  showKilled('');
  onEnd([]);
  try {
    const report = await measure(plan, { onBegin, onEnd }, signal);
    showStatus(verdictOn(report));
    (globalThis as { report?: Report }).report = report;
  } catch (error) {
    showStatus(signal.aborted ? 'Stopped.' : String(error));
    if (!signal.aborted) reportError(error);
  } finally {
    stop = undefined;
    pool = undefined;
    show();
    showLoad();
  }
}

function onBegin(runWorkers: Run['workers'], runningPool: FactorialPool | undefined): void {
  pool = runningPool;
  loadView.reset();
  const round = Math.floor(runs.length / (plan.workers.length + 1)) + 1;
  const who = runWorkers === 'alone' ? 'The page alone' : `Workers: ${runWorkers}`;
  showStatus(`Round ${round} of ${plan.rounds}. ${who} …`);
  showLoad();
}

function onEnd(all: readonly Run[]): void {
  runs = [...all];
  if (pool !== undefined) taskStrip.show(pool.tasks.states);
  pool = undefined;
  show();
}

function show(): void {
  chart.show({ speedUps: speedUps(runs), cores, maxWorkers: Math.max(1, ...plan.workers) });
  fillTable(element('rows', HTMLTableSectionElement), runs, cores);
  element('progress', HTMLProgressElement).value = runs.length / (plan.rounds * (plan.workers.length + 1));
  element('run', HTMLButtonElement).textContent = stop === undefined ? 'Measure' : 'Stop';
}

function showSelected(): void {
  const next = selectedPlan();
  const last = next.workers.at(-1)!;
  element('n-shown', HTMLElement).textContent = n.toLocaleString('en');
  element('workers-shown', HTMLElement).textContent = last > 1 ? `1 to ${last}` : String(last);
  if (runs.length > 0 || stop !== undefined) return;
  plan = next;
  show();
}

function showLoad(): void {
  loadView.show(pool?.stats ?? { waiting: 0, active: 0, workers: [] });
  if (pool !== undefined) taskStrip.show(pool.tasks.states);
}

function showKilled(text: string): void {
  element('killed', HTMLElement).textContent = text;
}

function showStatus(text: string): void {
  element('status', HTMLElement).textContent = text;
}
