import { element } from '../../../lib/element.ts';
import type { Hands } from '../../input/steering.ts';
import type { Thumb } from '../../input/touch.ts';
import { SwitchButton } from './switch-button.ts';
import { Thumbs } from './thumbs.ts';
import { TurnHint } from './turn-hint.ts';

export interface TouchControlsOptions {
  /** Steers the other robot. */
  readonly swap: () => void;
  readonly pause: () => void;
}

/** The controls and hints of the game for thumbs. */
export class TouchControls {
  #thumbs = new Thumbs();
  #turnHint = new TurnHint();
  #switch: SwitchButton;

  constructor({ pause, swap }: TouchControlsOptions) {
    this.#switch = new SwitchButton(swap);
    const button = element('open-pause', HTMLButtonElement);
    button.addEventListener('click', pause);
    // While a thumb steers, browsers report no click of another finger.
    button.addEventListener('pointerup', ({ pointerType }) => {
      if (pointerType !== 'mouse') pause();
    });
  }

  set hands(hands: Hands) {
    this.#thumbs.hands = hands;
    this.#switch.hands = hands;
  }

  /** Shows the thumbs that touch the screen. */
  show(touching: Iterable<Thumb>): void {
    const thumbs = [...touching];
    if (thumbs.length > 0) this.#turnHint.hide();
    this.#thumbs.show(thumbs);
  }
}
