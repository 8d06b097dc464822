import type { OverlayModel } from '../overlay-model.ts';
import type { Canvas } from '../view/canvas.ts';
import { drawHistograms, heightOfHistograms, histogramRows } from '../view/draw-histograms.ts';
import { numberText } from '../view/number-text.ts';
import { button, create } from './element.ts';
import type { View } from './view.ts';

/** Histograms of run times by name, and of the lateness of timers. */
export class HistogramsView implements View {
  readonly draws = true;
  readonly interval = 500;
  readonly head: HTMLElement;
  readonly element: HTMLElement = create('div');
  #model: OverlayModel;

  constructor(model: OverlayModel, redraw: () => void) {
    this.#model = model;
    const clear = button('Clear', () => {
      model.callbacks.clear();
      redraw();
    });
    const legend = create('span', {}, 'median · p95 · p99.9 · total (Σ) of the run times');
    this.head = create('div', { className: 'controls' }, clear, legend);
  }

  draw(canvas: Canvas, width: number, ratio: number): void {
    const rows = histogramRows(this.#model.callbacks);
    canvas.begin(width, heightOfHistograms(rows), ratio);
    drawHistograms(canvas, rows);
    const texts = rows
      .slice(0, 5)
      .map(({ histogram, name }) => `${name} p95 ${numberText(histogram.quantile(0.95))} ms`);
    canvas.describe(`Run times: ${texts.join(', ')}`);
  }
}
