import { contestants } from '../contestants/contestants.ts';
import { shortestInteraction } from '../run/interactions.ts';
import { scenes } from '../scenes/scenes.ts';
import type { Entry, Overall, Summary } from '../results/summary.ts';
import { element, table } from './table.ts';

/** From this number of lost points on, a loss is shown as some, or as much. */
const some = 5;
const much = 20;

/** The tables of a benchmark: one of the scores in all scenes, and one for each scene. */
export function resultsTables(summary: Summary): HTMLElement[] {
  const overall = summary.overall.toSorted((one, other) => medianOf(other) - medianOf(one));
  const heads = ['Scheduler', 'Score', 'of 100', 'Rounds'];
  return [
    table('Scores in all scenes', heads, [...overall.map(overallRow), ...missingRows(summary, heads.length)]),
    ...summary.plan.scenes.flatMap((id) => sceneTable(id, summary)),
  ];
}

function medianOf({ score }: Overall): number {
  return score?.median ?? -1;
}

function overallRow({ contestant, score }: Overall): (string | HTMLTableCellElement)[] {
  const meter = element('meter', '', { max: 100, value: score?.median ?? 0, ariaLabel: 'Score' });
  const bar = element('td', '', { className: 'bar' });
  bar.append(meter);
  const spread = score === undefined ? '–' : `${score.low.toFixed(0)} to ${score.high.toFixed(0)}`;
  return [nameOf(contestant), score?.median.toFixed(0) ?? 'no input', bar, spread];
}

function sceneTable(id: string, { calibrations, entries }: Summary): HTMLElement[] {
  const calibration = calibrations.find(({ scene }) => scene === id);
  const title = scenes.find((scene) => scene.id === id)?.name ?? id;
  const heads = [
    'Scheduler',
    'Score',
    'Frames/s',
    'Input latency p95',
    'Lived time',
    'Updates/s',
    'Lived, unweighted',
    'Longest gap',
    'INP',
  ];
  const rows = entries.filter(({ scene }) => scene === id).map(entryRow);
  const about =
    calibration === undefined
      ? ''
      : `${calibration.entities.toLocaleString('en')} entities, ${calibration.update} µs per update, ` +
        `drawing ${calibration.frame} ms per frame. All updates need ${calibration.load} times the available time.`;
  return [element('h3', title), element('p', about, { className: 'note' }), table(title, heads, rows)];
}

function entryRow(entry: Entry): (string | HTMLTableCellElement)[] {
  const { contestant, latency, losses, score } = entry;
  return [
    nameOf(contestant),
    withNote(score?.median.toFixed(0) ?? '–', score && `${score.low.toFixed(0)} to ${score.high.toFixed(0)}`),
    withLoss(entry.fps.toFixed(1), losses?.frames),
    withLoss(latency === undefined ? '–' : `${latency.toFixed(0)} ms`, losses?.input),
    withLoss(percent(entry.lived), losses?.life),
    price(entry.updateRate.toLocaleString('en')),
    price(percent(entry.livedUnweighted)),
    price(`${entry.longestGap.toFixed(0)} ms`),
    price(inpText(entry.inp)),
  ];
}

/** INP as text. */
export function inpText(inp: number | undefined): string {
  if (inp === undefined) return '–';
  return inp === 0 ? `< ${shortestInteraction} ms` : `${inp.toFixed(0)} ms`;
}

function missingRows({ missing }: Summary, columns: number): (string | HTMLTableCellElement)[][] {
  return Object.entries(missing).map(([id, reason]) => [
    nameOf(id),
    element('td', `not measured: ${reason}`, { className: 'absent', colSpan: columns - 1 }),
  ]);
}

/** A figure with the points that it costs. The color depends on the loss alone. */
function withLoss(text: string, loss: number | undefined): HTMLTableCellElement {
  if (loss === undefined) return element('td', text);
  const degree = loss >= much ? 'much' : loss >= some ? 'some' : 'little';
  const cell = element('td');
  cell.append(
    element('span', text, { className: degree }),
    element('small', loss < 0.5 ? '−0' : `−${loss.toFixed(0)}`),
  );
  return cell;
}

function withNote(text: string, note: string | undefined): HTMLTableCellElement {
  const cell = element('td', text);
  if (note !== undefined) cell.append(element('small', note));
  return cell;
}

function price(text: string): HTMLTableCellElement {
  return element('td', text, { className: 'price' });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function nameOf(contestant: string): string {
  return contestants.find(({ id }) => id === contestant)?.name ?? contestant;
}
