import { element } from '../../../lib/element.ts';

/** The hint to turn a phone that is held upright. It is shown until a thumb touches the game, and again when the phone was turned upright again. */
export class TurnHint {
  #hint = element('turn', HTMLElement);

  constructor() {
    const isUpright = matchMedia('(orientation: portrait) and (pointer: coarse)');
    this.#hint.hidden = !isUpright.matches;
    isUpright.addEventListener('change', () => {
      this.#hint.hidden = !isUpright.matches;
    });
  }

  hide(): void {
    this.#hint.hidden = true;
  }
}
