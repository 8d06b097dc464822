import { type Figure, figures, rate, textOf } from './figures.ts';
import type { Vitals } from './messages.ts';

/** Shows the figures of a loop in a `dl`. */
export class FiguresView {
  #cells: readonly { readonly figure: Figure; readonly median: HTMLElement; readonly p95: HTMLElement }[];

  constructor(list: HTMLElement) {
    this.#cells = figures.map((figure) => {
      const group = list.appendChild(document.createElement('div'));
      group.append(Object.assign(document.createElement('dt'), { textContent: figure.label }));
      const [median, p95] = [cell('median'), cell('p95')];
      group.append(median, p95);
      return { figure, median, p95 };
    });
    this.show(undefined);
  }

  /** Shows “–” for each figure that is undefined. */
  show(vitals: Vitals | undefined): void {
    for (const { figure, median, p95 } of this.#cells) {
      const values = vitals?.[figure.name];
      showValue(median, figure, values?.median, '');
      showValue(p95, figure, values?.p95, 'p95 ');
    }
  }
}

/** Fills the table that explains the figures. */
export function explainFigures(body: HTMLElement): void {
  for (const { fair, good, label, meaning } of figures) {
    const row = body.appendChild(document.createElement('tr'));
    row.append(
      Object.assign(document.createElement('th'), { scope: 'row', textContent: label }),
      Object.assign(document.createElement('td'), { textContent: meaning }),
      limit('good', `to ${good} ms`),
      limit('fair', `to ${fair} ms`),
      limit('poor', 'above'),
    );
  }
}

function cell(className: string): HTMLElement {
  return Object.assign(document.createElement('dd'), { className });
}

function showValue(element: HTMLElement, figure: Figure, value: number | undefined, prefix: string): void {
  element.textContent = `${prefix}${textOf(value)}`;
  if (value === undefined) delete element.dataset['rating'];
  else element.dataset['rating'] = rate(figure, value);
}

function limit(rating: string, text: string): HTMLElement {
  const element = document.createElement('td');
  const span = element.appendChild(document.createElement('span'));
  span.dataset['rating'] = rating;
  span.textContent = text;
  return element;
}
