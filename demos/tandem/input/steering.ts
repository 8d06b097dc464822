import { Key } from '../world/robot/keys.ts';

/** The current assignment of hands to robots. */
export type Hands = 'each' | 'first' | 'second' | 'both';

/**
 * Maps the held keys of all devices to robots. By default, each hand steers one robot. A player can
 * also steer one robot at a time: `swap` makes both hands steer the other robot, while the robot
 * that was steered before stands, or keeps crouching. In this mode both robots do the same while
 * `together` is active. `part` gives each hand its own robot again.
 */
export class Steering {
  /**
   * The held keys of each device: one sum of `Key`s for the left hand and one for the right hand.
   */
  #held: Map<string, readonly [number, number]> = new Map();
  #selected: 'each' | 'first' | 'second' = 'each';
  /** The devices on which `together` is active. */
  #together: Set<string> = new Set();
  #crouches = [false, false];
  #changed: () => void;

  /** `changed` is called when the hands steer other robots than before. */
  constructor(changed: () => void = () => {}) {
    this.#changed = changed;
  }

  get hands(): Hands {
    if (this.#selected === 'each') return 'each';
    return this.#together.size > 0 ? 'both' : this.#selected;
  }

  /** Whether the player steers one robot at a time. */
  get steersOne(): boolean {
    return this.#selected !== 'each';
  }

  set steersOne(steersOne: boolean) {
    if (steersOne === this.steersOne) return;
    if (steersOne) this.swap();
    else this.part();
  }

  /** Sets the held keys of a device for each hand. */
  hold(device: string, left: number, right: number): void {
    this.#held.set(device, [left, right]);
  }

  /** Releases all keys. */
  release(): void {
    this.#held.clear();
    this.#together.clear();
  }

  /** Makes both hands steer the other robot; the first robot, if each hand steered its own before. */
  swap(): void {
    const before = this.#selected;
    const parked = before === 'second' ? 1 : 0;
    this.#selected = before === 'first' ? 'second' : 'first';
    if (before !== 'each') this.#crouches[parked] = (this.#all() & Key.crouch) !== 0;
    this.#crouches[1 - parked] = false;
    this.#changed();
  }

  /** Lets each hand steer its robot again. */
  part(): void {
    if (!this.steersOne) return;
    this.#selected = 'each';
    this.#crouches = [false, false];
    this.#changed();
  }

  /** Sets whether a device makes both robots do the same while one robot at a time is steered. */
  together(device: string, isHeld: boolean): void {
    if (isHeld === this.#together.has(device)) return;
    if (isHeld) this.#together.add(device);
    else this.#together.delete(device);
    this.#changed();
  }

  /** The held keys of a robot, 0 or 1. */
  heldFor(robot: number): number {
    if (this.#selected === 'each') return this.#ofHand(robot);
    const isSteered = this.#together.size > 0 || (this.#selected === 'first' ? 0 : 1) === robot;
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
