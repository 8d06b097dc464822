import type { OverlayModel } from '../overlay-model.ts';
import type { Canvas } from '../view/canvas.ts';
import { drawSignals, heightOfSignals, periodsOf } from '../view/draw-signals.ts';
import { PlotLayout } from '../view/plot-layout.ts';
import { create } from './element.ts';
import { SignalControls } from './signal-controls.ts';
import { TimeControls } from './time-controls.ts';
import { TriggerControls } from './trigger-controls.ts';
import type { View } from './view.ts';

/** The signals over time. */
export class SignalsView implements View {
  readonly draws = true;
  readonly interval = 0;
  readonly head: HTMLElement;
  readonly element: HTMLElement;
  #model: OverlayModel;
  #layout: PlotLayout = new PlotLayout();
  #time: TimeControls;
  #isTogether: HTMLInputElement;
  #signals: SignalControls;
  #trigger: TriggerControls;

  constructor(model: OverlayModel, history: number, redraw: () => void) {
    this.#model = model;
    const lengths = [5, 10, 30, 60, 300].filter((length) => length <= history);
    this.#time = new TimeControls(
      lengths.length > 0 ? lengths : [history],
      lengths[1] ?? lengths[0] ?? history,
      history,
      redraw,
    );
    this.#isTogether = create('input', { type: 'checkbox' });
    this.#isTogether.addEventListener('change', redraw);
    this.#signals = new SignalControls(model, redraw);
    this.#trigger = new TriggerControls(model);
    const together = create('label', {}, this.#isTogether, 'one plot');
    const { element: trigger, state } = this.#trigger;
    this.head = create(
      'div',
      {},
      create('div', { className: 'controls' }, ...this.#time.elements, together),
      create('details', {}, create('summary', {}, 'Trigger ', state), trigger),
    );
    this.element = create(
      'div',
      {},
      this.#signals.errors,
      create('details', {}, create('summary', {}, 'Signals'), this.#signals.element),
    );
  }

  draw(canvas: Canvas, width: number, ratio: number): void {
    const shown = this.#time.shown(this.#model);
    const [from, to] = periodsOf(this.#model, shown);
    const plots = this.#layout.plotsOf(this.#model.signals.all, from, to, this.#isTogether.checked);
    canvas.begin(width, heightOfSignals(canvas, plots, width), ratio);
    drawSignals(canvas, this.#model, plots, shown);
    canvas.describe(
      'Signals over time: ' + plots.flatMap(({ lines }) => lines.map(({ signal }) => signal.name)).join(', '),
    );
    this.#signals.refresh();
    this.#trigger.refresh();
  }
}
