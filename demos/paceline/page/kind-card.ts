import type { LatencyHistory } from './latency-history.ts';
import { formatRate, formatTime } from './format.ts';
import { inputBytes, type Kind } from '../network/kinds.ts';
import type { Side } from '../network/network.ts';
import type { KindSettings } from '../network/settings.ts';
import { Slider } from './slider.ts';

const names: Readonly<Record<Kind, readonly [name: string, note: string]>> = {
  inputs: ['Inputs', 'your actions'],
  positions: ['Positions', 'only the latest'],
  video: ['Video', 'better with a faster link'],
  download: ['Level download', 'the rest of the link'],
};

const rates: readonly number[] = [0, 0.1, 0.2, 0.5, 1, 2, 4, 8, 16, 32].map((mbit) => mbit * 1e6);
const inputRates: readonly number[] = [0, 10, 30, 60, 120, 240].map((times) => times * 8 * inputBytes);
const priorities: readonly number[] = Array.from({ length: 11 }, (_, i) => i);

/** The controls of one kind of message, and its latency and rate on both connections. */
export class KindCard {
  readonly element: HTMLElement = document.createElement('div');
  #kind: Kind;
  #cells: Readonly<Record<Side, Cells>>;
  #rate: Slider;
  #priority: Slider | undefined;

  /** `onChange` gets the changed settings. */
  constructor(kind: Kind, onChange: (change: Partial<KindSettings>) => void) {
    this.#kind = kind;
    const isInputs = kind === 'inputs';
    this.#rate = new Slider({
      label: 'Rate',
      name: `Rate: ${names[kind][0]}`,
      values: isInputs ? inputRates : rates,
      format: isInputs ? (rate) => `${rate / 8 / inputBytes} per s` : formatRate,
      onChange: (rate) => onChange({ rate }),
    });
    if (kind !== 'download')
      this.#priority = new Slider({
        label: 'Priority',
        name: `Priority: ${names[kind][0]}`,
        values: priorities,
        format: String,
        onChange: (priority) => onChange({ priority }),
      });
    this.#cells = { plain: newCells(), paceline: newCells() };
    this.element.className = `kind ${kind}`;
    this.element.append(...this.#head(), this.#table(), this.#rate.element);
    if (this.#priority !== undefined) this.element.append(this.#priority.element);
  }

  set({ priority, rate }: KindSettings): void {
    this.#rate.set(rate);
    this.#priority?.set(priority);
  }

  show(histories: Readonly<Record<Side, LatencyHistory>>): void {
    for (const side of ['plain', 'paceline'] as const) {
      const { latency, rate } = this.#cells[side];
      const mean = histories[side].latency(this.#kind);
      latency.textContent = mean === undefined ? 'none' : formatTime(mean);
      rate.textContent = formatRate(histories[side].rate(this.#kind));
    }
  }

  /** Shows the current values as those before a change. */
  remember(): void {
    for (const { before, latency, rate } of Object.values(this.#cells))
      before.textContent = `before: ${latency.textContent}, ${rate.textContent}`;
  }

  /** Removes the values before a change. */
  forget(): void {
    for (const { before } of Object.values(this.#cells)) before.textContent = '';
  }

  #head(): HTMLElement[] {
    const [name, text] = names[this.#kind];
    const heading = document.createElement('h3');
    heading.append(document.createElement('i'), name);
    const note = Object.assign(document.createElement('p'), { className: 'note', textContent: text });
    return [heading, note];
  }

  #table(): HTMLElement {
    const table = document.createElement('table');
    for (const [side, name] of [
      ['plain', 'Plain'],
      ['paceline', 'Paceline'],
    ] as const) {
      const head = Object.assign(document.createElement('th'), { scope: 'row', textContent: name });
      const { before, latency, rate } = this.#cells[side];
      before.colSpan = 3;
      before.className = 'before';
      table.insertRow().append(head, latency, rate);
      table.insertRow().append(before);
    }
    return table;
  }
}

/** The cells of one connection: its latency and rate now, and both before the last change. */
interface Cells {
  readonly latency: HTMLElement;
  readonly rate: HTMLElement;
  readonly before: HTMLTableCellElement;
}

function newCells(): Cells {
  const cell = (): HTMLTableCellElement => document.createElement('td');
  return { latency: cell(), rate: cell(), before: cell() };
}
