import { formatSpread } from '../lib/spread.ts';
import { nameOf, resultOf, type Series } from './series.ts';

/** A table with a row for each measured setting, the newest first. */
export class SeriesTable {
  #body: HTMLTableSectionElement;
  #rows: Map<string, HTMLTableRowElement> = new Map();

  constructor(body: HTMLTableSectionElement) {
    this.#body = body;
  }

  /** Adds a row for the setting, or updates it. */
  show(series: Series): void {
    const result = resultOf(series);
    if (result === undefined) return;
    const name = nameOf(series.setting);
    const row = this.#rows.get(name) ?? document.createElement('tr');
    this.#rows.set(name, row);
    const cells = [
      `${formatSpread(result.own, rounded)} ms`,
      `${formatSpread(result.one, rounded)} ms`,
      `${formatSpread(result.speed, (value) => value.toFixed(2))} ×`,
    ];
    row.replaceChildren(
      Object.assign(document.createElement('th'), { scope: 'row', textContent: name }),
      ...cells.map((textContent) => Object.assign(document.createElement('td'), { textContent })),
    );
    this.#body.prepend(row);
  }
}

function rounded(ms: number): string {
  return ms.toFixed(0);
}
