import { element } from '../element.ts';

/** Shows where thumbs steer: a word about each half of the stage until it was first touched, and a ring below each thumb. */
export class Thumbs {
  #hints = [element('thumb-first', HTMLElement), element('thumb-second', HTMLElement)];
  #rings: Map<number, HTMLElement> = new Map();

  /** Begins to watch the stage. */
  constructor(stage: HTMLElement) {
    const hasTouch = matchMedia('(pointer: coarse)').matches;
    for (const hint of this.#hints) hint.hidden = !hasTouch;
    stage.addEventListener('pointerdown', (event) => this.#down(stage, event));
    stage.addEventListener('pointermove', (event) => this.#move(event));
    for (const type of ['pointerup', 'pointercancel'] as const) {
      stage.addEventListener(type, ({ pointerId }) => this.#up(pointerId));
    }
  }

  /** Takes all rings away. */
  letGo(): void {
    for (const id of this.#rings.keys()) this.#up(id);
  }

  #down(stage: HTMLElement, { clientX, clientY, pointerId, pointerType }: PointerEvent): void {
    if (pointerType === 'mouse') return;
    const hand = clientX < stage.clientWidth / 2 ? 0 : 1;
    this.#hints[hand]!.hidden = true;
    const ring = document.createElement('div');
    ring.className = `ring ${hand === 0 ? 'first' : 'second'}`;
    ring.style.translate = `${clientX}px ${clientY}px`;
    ring.append(document.createElement('i'));
    stage.after(ring);
    this.#up(pointerId);
    this.#rings.set(pointerId, ring);
  }

  #move({ clientX, clientY, pointerId }: PointerEvent): void {
    const ring = this.#rings.get(pointerId);
    if (ring === undefined) return;
    const { x, y } = ring.getBoundingClientRect();
    const knob = ring.firstElementChild as HTMLElement;
    knob.style.translate = `${within(clientX - x)}px ${within(clientY - y)}px`;
  }

  #up(id: number): void {
    this.#rings.get(id)?.remove();
    this.#rings.delete(id);
  }
}

/** CSS pixels that a knob leaves the middle of its ring by, at the most. */
const play = 30;

function within(offset: number): number {
  return Math.max(-play, Math.min(play, offset));
}
