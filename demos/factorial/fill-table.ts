import type { Run } from './report.ts';
import { idealOf, msOf, speedUps } from './speed-up.ts';

/** Fills the body of a table: a row for the page alone, and one for each number of workers. */
export function fillTable(body: HTMLTableSectionElement, runs: readonly Run[], cores: number): void {
  const alone = msOf(runs, 'alone');
  const rows = speedUps(runs).map(({ killed, ms, times, workers }) => {
    const name = `${workers}${killed > 0 ? `, ${killed} killed` : ''}`;
    return row(
      name,
      rounded(ms),
      times.toFixed(2),
      `${Math.round((100 * times) / idealOf(workers, cores))} %`,
    );
  });
  body.replaceChildren(row('none: the page alone', rounded(alone), '1', ''), ...rows);
}

function row(name: string, ...cells: readonly string[]): HTMLTableRowElement {
  const made = document.createElement('tr');
  made.append(
    Object.assign(document.createElement('th'), { scope: 'row', textContent: name }),
    ...cells.map((textContent) => Object.assign(document.createElement('td'), { textContent })),
  );
  return made;
}

function rounded(ms: number): string {
  return Number.isNaN(ms) ? '…' : Math.round(ms).toLocaleString('en');
}
