import type { History } from './latency-history.ts';
import { rateInWords, timeInWords } from './format.ts';
import { inputBytes, type Kind } from './kinds.ts';
import type { Side } from './network.ts';
import type { KindSettings } from './settings.ts';
import { Slider } from './slider.ts';

const names: Readonly<Record<Kind, readonly [name: string, note: string]>> = {
  inputs: ['Inputs', 'what you do'],
  positions: ['Positions', 'the newest only'],
  video: ['Video', 'more of it if there is room'],
  download: ['Level download', 'the rest of the link'],
};

const rates: readonly number[] = [0, 0.1, 0.2, 0.5, 1, 2, 4, 8, 16, 32].map((mbit) => mbit * 1e6);
const inputRates: readonly number[] = [0, 10, 30, 60, 120, 240].map((times) => times * 8 * inputBytes);
const priorities: readonly number[] = Array.from({ length: 11 }, (_, i) => i);

/** A kind of message: how much of it there is, how much it matters, and what became of it on either side. */
export class KindCard {
  readonly element: HTMLElement = document.createElement('div');
  #kind: Kind;
  #cells: Readonly<Record<Side, readonly [latency: HTMLElement, rate: HTMLElement]>>;
  #rate: Slider;
  #priority: Slider | undefined;

  /** `changed` gets what the sliders say, together with what they do not. */
  constructor(kind: Kind, changed: (change: Partial<KindSettings>) => void) {
    this.#kind = kind;
    const isInputs = kind === 'inputs';
    this.#rate = new Slider({
      label: 'Rate',
      name: `Rate: ${names[kind][0]}`,
      values: isInputs ? inputRates : rates,
      inWords: isInputs ? (rate) => `${rate / 8 / inputBytes} per s` : rateInWords,
      chosen: (rate) => changed({ rate }),
    });
    if (kind !== 'download')
      this.#priority = new Slider({
        label: 'Priority',
        name: `Priority: ${names[kind][0]}`,
        values: priorities,
        inWords: String,
        chosen: (priority) => changed({ priority }),
      });
    this.#cells = { plain: [cell(), cell()], paceline: [cell(), cell()] };
    this.element.className = `kind ${kind}`;
    this.element.append(...this.#head(), this.#table(), this.#rate.element);
    if (this.#priority !== undefined) this.element.append(this.#priority.element);
  }

  set({ priority, rate }: KindSettings): void {
    this.#rate.set(rate);
    this.#priority?.set(priority);
  }

  show(histories: Readonly<Record<Side, History>>): void {
    for (const side of ['plain', 'paceline'] as const) {
      const [latency, rate] = this.#cells[side];
      const late = histories[side].latency(this.#kind);
      latency.textContent = late === undefined ? 'nothing' : timeInWords(late);
      rate.textContent = rateInWords(histories[side].rate(this.#kind));
    }
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
      table.insertRow().append(head, ...this.#cells[side]);
    }
    return table;
  }
}

function cell(): HTMLElement {
  return document.createElement('td');
}
