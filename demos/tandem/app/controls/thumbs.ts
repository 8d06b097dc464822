import { element } from '../../../lib/element.ts';
import type { Hands } from '../../input/steering.ts';
import type { Thumb } from '../../input/touch.ts';

const hints: Readonly<Record<'each' | 'one', readonly [left: string, right: string]>> = {
  each: ['Left thumb here', 'Right thumb here'],
  one: ['Left thumb: run and crouch', 'Right thumb: touch to jump'],
};

/** Shows how to steer by touch: a hint on each half of the stage until it is first touched, and a ring around the center of each thumb. */
export class Thumbs {
  #hints = [element('thumb-first', HTMLElement), element('thumb-second', HTMLElement)];
  #rings = element('rings', HTMLElement);
  #hands: Hands = 'each';

  constructor() {
    this.#showHints();
  }

  /** Shows the hints again if the hands steer in another way than before. */
  set hands(hands: Hands) {
    const changes = (hands === 'each') !== (this.#hands === 'each');
    this.#hands = hands;
    if (changes) this.#showHints();
  }

  /** Shows the thumbs that touch the screen. */
  show(thumbs: Iterable<Thumb>): void {
    const rings = Array.from(thumbs, ({ atX, atY, hand, x, y }) => {
      this.#hints[hand]!.hidden = true;
      const ring = document.createElement('div');
      ring.className = `ring ${this.#robotOf(hand)}`;
      ring.style.translate = `${x}px ${y}px`;
      const knob = ring.appendChild(document.createElement('i'));
      knob.style.translate = `${atX - x}px ${atY - y}px`;
      return ring;
    });
    this.#rings.replaceChildren(...rings);
  }

  #showHints(): void {
    const hasTouch = matchMedia('(pointer: coarse)').matches;
    const texts = hints[this.#hands === 'each' ? 'each' : 'one'];
    for (const [hand, hint] of this.#hints.entries()) {
      hint.hidden = !hasTouch;
      hint.textContent = texts[hand]!;
    }
  }

  #robotOf(hand: number): 'first' | 'second' {
    if (this.#hands === 'first' || this.#hands === 'second') return this.#hands;
    return hand === 0 ? 'first' : 'second';
  }
}
