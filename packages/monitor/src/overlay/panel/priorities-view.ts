import type { OverlayModel } from '../overlay-model.ts';
import type { Canvas } from '../view/canvas.ts';
import { drawPriorities, heightOfPriorities, priorityText, rateSpan } from '../view/draw-priorities.ts';
import { numberText } from '../view/number-text.ts';
import { create } from './element.ts';
import type { View } from './view.ts';

/** Callbacks per second by priority. */
export class PrioritiesView implements View {
  readonly draws = true;
  readonly interval = 500;
  readonly element: HTMLElement;
  #model: OverlayModel;

  constructor(model: OverlayModel) {
    this.#model = model;
    this.element = create(
      'div',
      { className: 'controls' },
      'Rates of the last second. The highest priority is at the top.',
    );
  }

  draw(canvas: Canvas, width: number, ratio: number): void {
    const { now, priorities } = this.#model;
    const rows = priorities.rows(now - rateSpan, now);
    canvas.begin(width, heightOfPriorities(rows), ratio);
    drawPriorities(canvas, this.#model, rows);
    const texts = rows.map(({ high, low, rate }) => `${priorityText(low, high)}: ${numberText(rate)}`);
    canvas.describe(`Callbacks per second by priority: ${texts.join(', ')}`);
  }
}
