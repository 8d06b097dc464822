import { formatSpread } from '../lib/spread.ts';
import type { Run } from './report.ts';
import { idealOf, type SpeedUp, speedUps } from './speed-up.ts';

/** Fills the body of the table: a row for the page alone, and a row for each number of workers. */
export function fillTable(body: HTMLTableSectionElement, runs: readonly Run[], cores: number): void {
  body.replaceChildren(...speedUps(runs).map((speedUp) => row(speedUp, cores)));
}

function row({ factor, killed, ms, workers }: SpeedUp, cores: number): HTMLTableRowElement {
  const created = document.createElement('tr');
  const isAlone = workers === 'alone';
  const name = isAlone ? 'none: the page alone' : `${workers}${killed > 0 ? `, ${killed} killed` : ''}`;
  const ideal = isAlone ? 1 : idealOf(workers, cores);
  const cells = [
    formatSpread(ms, (value) => Math.round(value).toLocaleString('en')),
    factor === undefined ? '–' : `${formatSpread(factor, (value) => value.toFixed(2))} ×`,
    isAlone || factor === undefined ? '' : `${Math.round((100 * factor.median) / ideal)} %`,
    String(ms.count),
  ];
  created.append(
    Object.assign(document.createElement('th'), { scope: 'row', textContent: name }),
    ...cells.map((textContent) => Object.assign(document.createElement('td'), { textContent })),
  );
  return created;
}
