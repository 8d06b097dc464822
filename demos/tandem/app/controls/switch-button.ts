import { element } from '../../../lib/element.ts';
import type { Hands } from '../../input/steering.ts';

/** The button for thumbs that steers the other robot, shown while one robot at a time is steered. */
export class SwitchButton {
  #button = element('switch', HTMLButtonElement);

  constructor(swap: () => void) {
    // While a thumb steers, browsers report no click of another finger.
    this.#button.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      swap();
    });
    this.#button.addEventListener('click', ({ detail }) => {
      if (detail === 0) swap(); // by keyboard or a screen reader
    });
  }

  set hands(hands: Hands) {
    const next = hands === 'second' ? '1' : '2';
    this.#button.hidden = hands === 'each';
    this.#button.dataset['next'] = next;
    this.#button.textContent = `⇄ ${next}`;
    this.#button.ariaLabel = `Steer robot ${next}`;
  }
}
