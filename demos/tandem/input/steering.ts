import { Key } from '../world/robot/keys.ts';

/** Who steers whom. */
export type Hands = 'each' | 'first' | 'second' | 'both';

/**
 * Turns what is held down on all devices into what each robot is told.
 *
 * Usually each hand has a robot. One who would rather steer one robot at a time swaps between them: all hands move that one, and the other
 * stays as it was left, crouching if it crouched; `together` makes it do the same for as long as it is held, and `part` gives each hand its
 * robot again.
 */
export class Steering {
  /** By hand, the left one first: the sum of `Key`s held down on each device. */
  #held: Map<string, readonly [number, number]> = new Map();
  #chosen: 'each' | 'first' | 'second' = 'each';
  #isTogether = false;
  #crouches = [false, false];

  get hands(): Hands {
    if (this.#chosen === 'each') return 'each';
    return this.#isTogether ? 'both' : this.#chosen;
  }

  /** What a device has held down for each hand. */
  hold(device: string, left: number, right: number): void {
    this.#held.set(device, [left, right]);
  }

  /** Lets go of everything. */
  release(): void {
    this.#held.clear();
    this.#isTogether = false;
  }

  /** The other robot from now on. */
  swap(): void {
    const before = this.#chosen;
    const parked = before === 'second' ? 1 : 0;
    this.#chosen = before === 'first' ? 'second' : 'first';
    if (before !== 'each') this.#crouches[parked] = (this.#all() & Key.crouch) !== 0;
    this.#crouches[1 - parked] = false;
  }

  /** Each hand has its robot again. */
  part(): void {
    this.#chosen = 'each';
    this.#crouches = [false, false];
  }

  /** Whether both robots do the same now, while one steers one at a time. */
  together(isHeld: boolean): void {
    this.#isTogether = isHeld;
  }

  /** The keys held down for a robot, 0 or 1. */
  heldFor(robot: number): number {
    if (this.#chosen === 'each') return this.#ofHand(robot);
    const isSteered = this.#isTogether || (this.#chosen === 'first' ? 0 : 1) === robot;
    if (isSteered) return this.#all();
    return this.#crouches[robot] === true ? Key.crouch : 0;
  }

  #all(): number {
    return this.#ofHand(0) | this.#ofHand(1);
  }

  #ofHand(hand: number): number {
    let keys = 0;
    for (const held of this.#held.values()) keys |= held[hand]!;
    return keys;
  }
}
