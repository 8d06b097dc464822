import { element } from '../../lib/element.ts';
import type { Thumb } from '../input/touch.ts';

/** Shows how to steer by touch: a hint on each half of the stage until it is first touched, and a ring around the center of each thumb. */
export class Thumbs {
  #hints = [element('thumb-first', HTMLElement), element('thumb-second', HTMLElement)];
  #rings = element('rings', HTMLElement);

  constructor() {
    const hasTouch = matchMedia('(pointer: coarse)').matches;
    for (const hint of this.#hints) hint.hidden = !hasTouch;
  }

  /** Shows the thumbs that touch the screen. */
  show(thumbs: Iterable<Thumb>): void {
    const rings = Array.from(thumbs, ({ atX, atY, hand, x, y }) => {
      this.#hints[hand]!.hidden = true;
      const ring = document.createElement('div');
      ring.className = hand === 0 ? 'ring first' : 'ring second';
      ring.style.translate = `${x}px ${y}px`;
      const knob = ring.appendChild(document.createElement('i'));
      knob.style.translate = `${atX - x}px ${atY - y}px`;
      return ring;
    });
    this.#rings.replaceChildren(...rings);
  }
}
