import { Key } from '../world/robot/keys.ts';
import type { Steering } from './steering.ts';

/** CSS pixels from where a thumb came down at which it starts to steer, and at which it calls for a jump. */
const slack = 14;
const lift = 26;
/** How far from where it came down the middle of the thumb's play follows it. */
const leash = 44;

/** A thumb that is down: whose hand it is, the middle of its play, and where it is, in CSS pixels. */
export interface Thumb {
  readonly hand: number;
  x: number;
  y: number;
  atX: number;
  atY: number;
  keys: number;
}

/**
 * Lets two thumbs steer, each a robot: the left half of `area` is the first one's. Up is jump, down crouch. `show` is told of the thumbs
 * whenever they change. `stop` is the undo.
 */
export class Touch {
  #steering: Steering;
  #area: HTMLElement;
  #thumbs: Map<number, Thumb> = new Map();
  #show: (thumbs: Iterable<Thumb>) => void;
  #undo = new AbortController();

  /** Begins to listen. */
  constructor(steering: Steering, area: HTMLElement, show: (thumbs: Iterable<Thumb>) => void = () => {}) {
    this.#steering = steering;
    this.#show = show;
    this.#area = area;
    const options = { signal: this.#undo.signal };
    area.addEventListener('pointerdown', (event) => this.#down(event), options);
    area.addEventListener('pointermove', (event) => this.#move(event), options);
    for (const type of ['pointerup', 'pointercancel'] as const) {
      area.addEventListener(type, (event) => this.#up(event), options);
    }
  }

  letGo(): void {
    this.#thumbs.clear();
    this.#tell();
  }

  stop(): void {
    this.#undo.abort();
    this.letGo();
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'mouse') return;
    event.preventDefault();
    this.#area.setPointerCapture(event.pointerId);
    const { left, width } = this.#area.getBoundingClientRect();
    const hand = event.clientX - left < width / 2 ? 0 : 1;
    const { clientX: x, clientY: y } = event;
    this.#thumbs.set(event.pointerId, { hand, x, y, atX: x, atY: y, keys: 0 });
    this.#tell();
  }

  #move(event: PointerEvent): void {
    const thumb = this.#thumbs.get(event.pointerId);
    if (thumb === undefined) return;
    const dx = event.clientX - thumb.x;
    const dy = event.clientY - thumb.y;
    thumb.keys =
      (dx < -slack ? Key.left : dx > slack ? Key.right : 0) |
      (dy < -lift ? Key.jump : dy > lift ? Key.crouch : 0);
    thumb.atX = event.clientX;
    thumb.atY = event.clientY;
    thumb.x = follow(thumb.x, thumb.atX);
    thumb.y = follow(thumb.y, thumb.atY);
    this.#tell();
  }

  #up(event: PointerEvent): void {
    if (this.#thumbs.delete(event.pointerId)) this.#tell();
  }

  #tell(): void {
    const held: [number, number] = [0, 0];
    for (const { hand, keys } of this.#thumbs.values()) held[hand]! |= keys;
    this.#steering.hold('touch', ...held);
    this.#show(this.#thumbs.values());
  }
}

function follow(middle: number, thumb: number): number {
  return Math.max(thumb - leash, Math.min(thumb + leash, middle));
}
