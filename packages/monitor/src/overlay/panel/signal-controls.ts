import type { OverlayModel } from '../overlay-model.ts';
import { type Aggregate, aggregates } from '../signals/aggregate.ts';
import type { SampledSignal } from '../signals/sampled-signal.ts';
import type { Signal } from '../signals/signal.ts';
import { button, create, select } from './element.ts';

/** Controls of each signal: whether it is shown, its aggregate and its filter. Errors of sampled signals are shown apart. */
export class SignalControls {
  readonly element: HTMLElement = create('div');
  readonly errors: HTMLElement = create('div', { 'aria-live': 'polite' });
  #model: OverlayModel;
  #redraw: () => void;
  #signals: readonly Signal[] = [];
  #failed = '';

  constructor(model: OverlayModel, redraw: () => void) {
    this.#model = model;
    this.#redraw = redraw;
  }

  /** Adds and removes controls if the signals have changed. */
  refresh(): void {
    const { signals } = this.#model;
    const { all } = signals;
    if (all.length !== this.#signals.length || all.some((signal, i) => signal !== this.#signals[i])) {
      this.#signals = all;
      this.element.replaceChildren(...all.map((signal) => this.#rowOf(signal)));
    }
    const failed = signals.sampled.filter(({ error }) => error !== undefined);
    const text = failed.map(({ error, signal }) => `${signal.name} ${error}`).join('\n');
    if (text === this.#failed) return;
    this.#failed = text;
    this.errors.replaceChildren(...failed.map((sampled) => this.#errorOf(sampled)));
  }

  #rowOf({ name, settings }: Signal): HTMLElement {
    const isShown = create('input', { type: 'checkbox', checked: settings.isShown });
    isShown.addEventListener('change', () => {
      settings.isShown = isShown.checked;
      this.#redraw();
    });
    const choices = aggregates.map((aggregate) => [aggregate, aggregate] as const);
    const aggregate = select(`Aggregate of ${name}`, choices, settings.aggregate, (value) => {
      settings.aggregate = value as Aggregate;
      this.#redraw();
    });
    const smoothing = create('input', {
      type: 'range',
      min: '0',
      max: '0.99',
      step: '0.01',
      value: String(settings.smoothing),
      title: 'Weight of the low-pass filter',
      'aria-label': `Smoothing of ${name}`,
    });
    smoothing.addEventListener('input', () => {
      settings.smoothing = smoothing.valueAsNumber;
      this.#redraw();
    });
    return create(
      'div',
      { className: 'row' },
      create('label', { className: 'name' }, isShown, name),
      aggregate,
      smoothing,
    );
  }

  #errorOf(sampled: SampledSignal): HTMLElement {
    const enable = button('Enable', () => {
      sampled.enable();
      this.#redraw();
    });
    const text = create('span', { className: 'name' }, `${sampled.signal.name}: ${sampled.error}`);
    return create('div', { className: 'row', style: 'color: #ffb454' }, text, enable);
  }
}
