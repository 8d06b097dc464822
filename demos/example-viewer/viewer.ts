import { element } from '../lib/element.ts';
import { messageOf } from '../lib/message-of.ts';
import { formatSpread, spreadOf } from '../lib/spread.ts';
import { compare, frameRate, longestFrame, rounds } from './comparison.ts';
import { FigureGroup } from './figure-group.ts';
import { FrameMeter } from './frame-meter.ts';
import { InputMeter } from './input-meter.ts';
import { ProgramFrame, type Version, versions } from './program-frame.ts';
import { scenarioOf } from './scenarios/scenario-of.ts';

const figuresPeriod = 500;
/** Time in ms that the live figures cover. */
const span = 3000;
const inputLatency = 'your input latency, median';
const lateInputs = 'your input latency, 95th percentile';

const frame = new ProgramFrame(document.querySelector('iframe')!);
const table = document.querySelector('table')!;
const live = new FigureGroup(table, 'Live, while you use it', [
  frameRate,
  longestFrame,
  inputLatency,
  lateInputs,
]);
const server = document.querySelector<HTMLFormElement>('#server');
const button = element('compare', HTMLButtonElement);
const status = document.querySelector('#comparison [role=status]')!;
const scenario = scenarioOf(document.body.dataset['example']!);
const compared =
  scenario &&
  new FigureGroup(table, `The same steps ${rounds} times each, median and range`, [
    frameRate,
    longestFrame,
    ...scenario.figures,
  ]);
const inputs = new InputMeter();
let frames = new FrameMeter(span);
let version: Version = 'doha';
let isRunning = false;
/** Ends the comparison in progress. */
let stop: AbortController | undefined;

if (scenario === undefined) element('comparison', HTMLElement).hidden = true;
else status.textContent = `Both versions go through the same steps: ${scenario.description}.`;
for (const radio of document.querySelectorAll<HTMLInputElement>('[name=version]')) {
  radio.addEventListener('change', () => select(radio.value as Version));
}
server?.addEventListener('submit', (event) => {
  event.preventDefault();
  void start();
});
button.addEventListener('click', () => {
  if (stop === undefined) void compareBoth();
  else stop.abort(new Error('Stopped.'));
});
document.addEventListener('visibilitychange', () => {
  frames = new FrameMeter(span);
  if (document.hidden) stop?.abort(new Error('Stopped, because the page was hidden.'));
});
setInterval(showLive, figuresPeriod);
requestAnimationFrame(function next(now) {
  frames.add(now);
  requestAnimationFrame(next);
});
// `?version=plain` begins with the version without DOHA.
select(new URLSearchParams(location.search).get('version') === 'plain' ? 'plain' : 'doha');

function select(next: Version): void {
  stop?.abort(new Error('Stopped.'));
  isRunning = false;
  showVersion(next);
  if (server === null) void start();
  else frame.clear(); // each version has a server of its own
}

function showVersion(next: Version): void {
  version = next;
  document.querySelector<HTMLInputElement>(`[value=${next}]`)!.checked = true;
  for (const shown of document.querySelectorAll<HTMLElement>('[data-version]'))
    shown.hidden = shown.dataset['version'] !== next;
}

/** Runs the selected version from its start. */
async function start(): Promise<void> {
  const wanted = version;
  const address = server?.querySelector<HTMLInputElement>('[name=address]')!.value;
  const program = await frame.load(
    wanted,
    address === undefined ? '' : `?server=${encodeURIComponent(address)}`,
  );
  if (wanted !== version || stop !== undefined) return;
  frames = new FrameMeter(span);
  inputs.clear();
  inputs.watch(program);
  isRunning = true;
}

function showLive(): void {
  if (!isRunning || stop !== undefined) return;
  live.show(frameRate, version, frames.rate?.toFixed(0));
  live.show(longestFrame, version, formatTime(frames.longest));
  live.show(inputLatency, version, formatTime(inputs.latency(0.5)));
  live.show(lateInputs, version, formatTime(inputs.latency(0.95)));
}

async function compareBoth(): Promise<void> {
  const { signal } = (stop = new AbortController());
  button.textContent = 'Stop';
  let done = 0;
  const showStatus = (): void => {
    status.textContent = `Run ${done + 1} of ${rounds * versions.length}: ${scenario!.description}.`;
  };
  showStatus();
  try {
    await compare(frame, scenario!, signal, (of, measured) => {
      for (const [name, values] of measured) {
        const format = name === frameRate ? (rate: number) => rate.toFixed(0) : rounded;
        const unit = name === frameRate ? '' : ' ms';
        compared!.show(name, of, `${formatSpread(spreadOf(values)!, format)}${unit}`);
      }
      if (++done < rounds * versions.length) showStatus();
    });
    status.textContent = `Each version ran ${rounds} times, in turns: ${scenario!.description}.`;
  } catch (error) {
    status.textContent = messageOf(error);
  } finally {
    stop = undefined;
    button.textContent = 'Compare both';
    void start();
  }
}

function formatTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${rounded(ms)} ms`;
}

function rounded(ms: number): string {
  return ms.toFixed(ms < 9.95 ? 1 : 0);
}
