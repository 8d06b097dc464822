import { type Version, versions } from './program-frame.ts';

type Cells = Readonly<Record<Version, HTMLTableCellElement>>;

/** A group of rows in a table with a column for each version. A figure that was not measured yet is shown as a dash. */
export class FigureGroup {
  #body: HTMLTableSectionElement;
  #cells: Map<string, Cells> = new Map();

  /** Adds the group to the table. `names`: of the rows. */
  constructor(table: HTMLTableElement, title: string, names: readonly string[]) {
    this.#body = table.createTBody();
    this.#body.insertRow().append(
      Object.assign(document.createElement('th'), {
        className: 'group',
        scope: 'rowgroup',
        colSpan: 1 + versions.length,
        textContent: title,
      }),
    );
    for (const name of names) this.#addRow(name);
  }

  show(name: string, version: Version, text: string | undefined): void {
    this.#cells.get(name)![version].textContent = text ?? '–';
  }

  #addRow(name: string): void {
    const row = this.#body.insertRow();
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: name }));
    this.#cells.set(name, { doha: row.insertCell(), plain: row.insertCell() });
    for (const version of versions) this.show(name, version, undefined);
  }
}
