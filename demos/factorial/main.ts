import { element } from '../lib/element.ts';
import { LoadView } from '../lib/load-view.ts';
import { Chart } from './chart.ts';
import type { FactorialPool } from './factorial-pool.ts';
import { fillTable } from './fill-table.ts';
import { measure } from './measure.ts';
import { type Plan, readPlan } from './plan.ts';
import type { Report, Run } from './report.ts';
import { speedUps } from './speed-up.ts';
import { verdictOn } from './verdict.ts';

const figuresEvery = 250;
/** n where its slider stands at 0; it doubles from there. */
const leastN = 1_000_000;

const chart = new Chart(element('chart', SVGSVGElement));
const loadView = new LoadView(element('load', HTMLElement));
const nSlider = element('n', HTMLInputElement);
const workers = element('workers', HTMLInputElement);
const cores = navigator.hardwareConcurrency;

const asked = readAddress();
// Some more than there are cores, to see that they gain nothing.
workers.max = String(Math.max(4, Math.ceil(1.5 * cores), ...(asked.workers ?? [])));
workers.valueAsNumber = Math.max(...(asked.workers ?? [4, cores]));
let n = asked.n ?? sliderN();
let plan = chosen();
let runs: readonly Run[] = [];
/** Who works right now. */
let pool: FactorialPool | undefined;
/** Stops what is being measured. */
let stop: AbortController | undefined;

nSlider.addEventListener('input', () => {
  n = sliderN();
  showChosen();
});
workers.addEventListener('input', showChosen);
element('plan', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  if (stop === undefined) void run(chosen());
  else stop.abort();
});
element('kill', HTMLButtonElement).addEventListener('click', () => {
  if (pool?.kill() === true) showLoad();
  else tell('There is no worker at work to be killed.');
});
setInterval(showLoad, figuresEvery);
element('cores', HTMLElement).textContent = String(cores);
showChosen();
show();
if (asked.workers !== undefined) void run({ ...chosen(), ...asked });

function readAddress(): Partial<Plan> {
  try {
    return readPlan(location.search);
  } catch (error) {
    tell(String(error));
    reportError(error);
    return {};
  }
}

/** What the controls say. */
function chosen(): Plan {
  const most = workers.valueAsNumber;
  return { n, workers: most === 0 ? [0] : Array.from({ length: most }, (_, i) => i + 1), rounds: 1 };
}

function sliderN(): number {
  return leastN * 2 ** nSlider.valueAsNumber;
}

async function run(next: Plan): Promise<void> {
  const { signal } = (stop = new AbortController());
  plan = next;
  ended([]);
  try {
    const report = await measure(plan, { begins, ended }, signal);
    tell(verdictOn(report));
    (globalThis as { report?: Report }).report = report;
  } catch (error) {
    tell(signal.aborted ? 'Stopped.' : String(error));
    if (!signal.aborted) reportError(error);
  } finally {
    stop = undefined;
    pool = undefined;
    show();
    showLoad();
  }
}

function begins(by: Run['workers'], who: FactorialPool | undefined): void {
  pool = who;
  tell(by === 'alone' ? 'The page alone …' : `Workers: ${by} …`);
  showLoad();
}

function ended(all: readonly Run[]): void {
  runs = [...all];
  pool = undefined;
  show();
}

function show(): void {
  chart.show({ speedUps: speedUps(runs), cores, most: Math.max(1, ...plan.workers) });
  fillTable(element('rows', HTMLTableSectionElement), runs, cores);
  element('progress', HTMLProgressElement).value = runs.length / (plan.rounds * (plan.workers.length + 1));
  element('run', HTMLButtonElement).textContent = stop === undefined ? 'Measure' : 'Stop';
}

function showChosen(): void {
  const next = chosen();
  const last = next.workers.at(-1)!;
  element('n-shown', HTMLElement).textContent = n.toLocaleString('en');
  element('workers-shown', HTMLElement).textContent = last > 1 ? `1 to ${last}` : String(last);
  if (runs.length > 0 || stop !== undefined) return;
  plan = next;
  show();
}

function showLoad(): void {
  loadView.show(pool?.stats ?? { waiting: 0, active: 0, workers: [] });
}

function tell(text: string): void {
  element('status', HTMLElement).textContent = text;
}
