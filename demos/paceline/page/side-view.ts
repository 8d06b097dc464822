import type { LatencyHistory } from './latency-history.ts';
import { formatTime } from './format.ts';
import { LatencyPlot } from './latency-plot.ts';
import type { Pointer } from './pointer.ts';
import { type Position, PointerView } from './pointer-view.ts';

/** Latency in ms above which users notice a delay. */
const late = 250;

/**
 * The half of the page that shows one connection: the pointer, the plot, and the latency of inputs.
 */
export class SideView {
  readonly pointerView: PointerView;
  #plot: LatencyPlot;
  #figure: HTMLElement;
  #label: HTMLElement;

  constructor(section: HTMLElement, pointer: Pointer) {
    this.pointerView = new PointerView(section.querySelector('svg')!, pointer);
    this.#plot = new LatencyPlot(section.querySelector<HTMLElement>('.plot')!);
    this.#figure = section.querySelector('output')!;
    this.#label = section.querySelector<HTMLElement>('.figure span')!;
  }

  /** Moves the ring, which the user drags, and the dot, which follows the ring. Called in each frame. */
  move(ring: Position, dot: Position): void {
    this.pointerView.showRing(ring);
    this.pointerView.showDot(dot);
  }

  /** `pathDelay`: one-way delay in ms without a queue. */
  show(history: LatencyHistory, pathDelay: number): void {
    const latency = history.latency('inputs');
    this.#figure.textContent = latency === undefined ? '–' : formatTime(latency);
    this.#figure.classList.toggle('late', latency !== undefined && latency > late);
    this.#label.textContent = latency === undefined ? 'no input arrives' : 'for an input';
    this.#plot.show(history, pathDelay);
  }
}
