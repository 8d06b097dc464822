import type { Run } from './report.ts';
import { idealOf, msOf, speedUps } from './speed-up.ts';

/** Fills the body of the table: a row for the page alone, and a row for each number of workers. */
export function fillTable(body: HTMLTableSectionElement, runs: readonly Run[], cores: number): void {
  const alone = msOf(runs, 'alone');
  const rows = speedUps(runs).map(({ killed, ms, factor, workers }) => {
    const name = `${workers}${killed > 0 ? `, ${killed} killed` : ''}`;
    return row(
      name,
      rounded(ms),
      factor.toFixed(2),
      `${Math.round((100 * factor) / idealOf(workers, cores))} %`,
    );
  });
  body.replaceChildren(row('none: the page alone', rounded(alone), '1', ''), ...rows);
}

function row(name: string, ...cells: readonly string[]): HTMLTableRowElement {
  const created = document.createElement('tr');
  created.append(
    Object.assign(document.createElement('th'), { scope: 'row', textContent: name }),
    ...cells.map((textContent) => Object.assign(document.createElement('td'), { textContent })),
  );
  return created;
}

function rounded(ms: number): string {
  return Number.isNaN(ms) ? '…' : Math.round(ms).toLocaleString('en');
}
