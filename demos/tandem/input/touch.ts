import { Key } from '../world/robot/keys.ts';
import type { Steering } from './steering.ts';

/** Distances in CSS pixels from the center at which a thumb steers, and at which it jumps or crouches. */
const slack = 14;
const lift = 26;
/** Maximum distance of a thumb from its center. If the thumb moves farther, the center follows. */
const leash = 44;

/** A thumb on the screen: the index of its hand, its center and its position, in CSS pixels. */
export interface Thumb {
  readonly hand: number;
  x: number;
  y: number;
  atX: number;
  atY: number;
  keys: number;
}

/**
 * Steers by two thumbs: the left half of `area` is for the first robot. Up is jump, down is crouch. If the player steers one robot at a time, the
 * left thumb runs, and the right one jumps while it touches the screen. `show` is called with the thumbs whenever they change. `stop` removes the listeners.
 */
export class Touch {
  #steering: Steering;
  #area: HTMLElement;
  #thumbs: Map<number, Thumb> = new Map();
  #show: (thumbs: Iterable<Thumb>) => void;
  #undo = new AbortController();

  /** Adds the listeners. */
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

  releaseAll(): void {
    this.#thumbs.clear();
    this.#notify();
  }

  stop(): void {
    this.#undo.abort();
    this.releaseAll();
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === 'mouse') return;
    event.preventDefault();
    this.#area.setPointerCapture(event.pointerId);
    const { left, width } = this.#area.getBoundingClientRect();
    const hand = event.clientX - left < width / 2 ? 0 : 1;
    const { clientX: x, clientY: y } = event;
    const thumb = { hand, x, y, atX: x, atY: y, keys: 0 };
    thumb.keys = this.#keysOf(thumb);
    this.#thumbs.set(event.pointerId, thumb);
    this.#notify();
  }

  #move(event: PointerEvent): void {
    const thumb = this.#thumbs.get(event.pointerId);
    if (thumb === undefined) return;
    thumb.atX = event.clientX;
    thumb.atY = event.clientY;
    thumb.keys = this.#keysOf(thumb);
    thumb.x = follow(thumb.x, thumb.atX);
    thumb.y = follow(thumb.y, thumb.atY);
    this.#notify();
  }

  #keysOf({ hand, x, y, atX, atY }: Thumb): number {
    if (hand === 1 && this.#steering.steersOne) return Key.jump;
    const [dx, dy] = [atX - x, atY - y];
    return (
      (dx < -slack ? Key.left : dx > slack ? Key.right : 0) |
      (dy < -lift ? Key.jump : dy > lift ? Key.crouch : 0)
    );
  }

  #up(event: PointerEvent): void {
    if (this.#thumbs.delete(event.pointerId)) this.#notify();
  }

  #notify(): void {
    const held: [number, number] = [0, 0];
    for (const { hand, keys } of this.#thumbs.values()) held[hand]! |= keys;
    this.#steering.hold('touch', ...held);
    this.#show(this.#thumbs.values());
  }
}

function follow(middle: number, thumb: number): number {
  return Math.max(thumb - leash, Math.min(thumb + leash, middle));
}
