import type { History } from './latency-history.ts';
import { timeInWords } from './format.ts';
import { LatencyPlot } from './latency-plot.ts';
import type { Pointer } from './pointer.ts';
import { type Place, Stage } from './pointer-view.ts';

/** Ms above which it is felt as late by anyone. */
const late = 250;

/** One side of the page: a ring and its dot, and how late everything is. */
export class SideView {
  readonly stage: Stage;
  #plot: LatencyPlot;
  #figure: HTMLElement;
  #said: HTMLElement;

  constructor(section: HTMLElement, pointer: Pointer) {
    this.stage = new Stage(section.querySelector('svg')!, pointer);
    this.#plot = new LatencyPlot(section.querySelector<HTMLElement>('.plot')!);
    this.#figure = section.querySelector('output')!;
    this.#said = section.querySelector<HTMLElement>('.figure span')!;
  }

  /** Each picture: where the ring is, and the dot. */
  move(ring: Place, dot: Place): void {
    this.stage.showRing(ring);
    this.stage.showDot(dot);
  }

  /** `path`: ms one way when nothing waits. */
  show(history: History, path: number): void {
    const latency = history.latency('inputs');
    this.#figure.textContent = latency === undefined ? '' : timeInWords(latency);
    this.#figure.classList.toggle('late', latency !== undefined && latency > late);
    this.#said.textContent = latency === undefined ? 'no input arrives' : 'for an input';
    this.#plot.show(history, path);
  }
}
