import type { OverlayModel } from '../overlay-model.ts';
import type { ShownTime } from '../view/draw-signals.ts';
import { create, select } from './element.ts';

/** Controls of the time that a view shows: its length, and its position in the history while the display is frozen. */
export class TimeControls {
  readonly elements: readonly HTMLElement[];
  #history: HTMLInputElement;
  #label: HTMLElement;
  #seconds: number;

  /** `lengths`: the choices in s. `history`: the length of the history in s. */
  constructor(lengths: readonly number[], chosen: number, history: number, redraw: () => void) {
    this.#seconds = chosen;
    const choices = lengths.map((length) => [String(length), `${length} s`] as const);
    const length = select('Time shown', choices, String(chosen), (value) => {
      this.#seconds = Number(value);
      redraw();
    });
    this.#history = create('input', {
      type: 'range',
      min: String(-history),
      max: '0',
      step: 'any',
      value: '0',
      'aria-label': 'Position in the history, in seconds',
    });
    this.#history.addEventListener('input', redraw);
    this.#label = create('label', { hidden: true, style: 'flex: 1' }, 'history', this.#history);
    this.elements = [length, this.#label];
  }

  /** Returns the time to show. */
  shown({ isFrozen }: OverlayModel): ShownTime {
    if (this.#label.hidden === isFrozen) {
      this.#label.hidden = !isFrozen;
      this.#history.value = '0';
    }
    return { seconds: this.#seconds, back: isFrozen ? -1000 * this.#history.valueAsNumber : 0 };
  }
}
