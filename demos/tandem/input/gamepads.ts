import { Key, keyNames } from '../world/robot/keys.ts';
import type { Steering } from './steering.ts';

/** The part of the state of a gamepad that is read. */
export interface Pad {
  readonly connected: boolean;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

/** Buttons in the standard mapping of the Gamepad specification. */
export const Button = {
  bottom: 0,
  right: 1,
  left: 2,
  top: 3,
  leftShoulder: 4,
  rightShoulder: 5,
  leftTrigger: 6,
  rightTrigger: 7,
  select: 8,
  start: 9,
  up: 12,
  down: 13,
  padLeft: 14,
  padRight: 15,
} as const;
export type Button = (typeof Button)[keyof typeof Button];

const threshold = 0.45;
const allKeys = keyNames.reduce((sum, name) => sum | Key[name], 0);

/** The connected gamepads; none in a browser without them. */
export function connectedPads(): readonly Pad[] {
  const pads: readonly (Pad | null)[] = globalThis.navigator?.getGamepads?.() ?? [];
  return pads.filter((pad) => pad?.connected === true) as readonly Pad[];
}

/**
 * Steers by gamepads. With two pads, each pad steers one robot. With a single pad, its left half
 * (stick, D-pad, shoulder button and trigger) steers the first robot, and its right half (stick,
 * face buttons, shoulder button and trigger) steers the second. The bottom face button always jumps.
 */
export class Gamepads {
  #steering: Steering;
  #read: () => readonly Pad[];
  /** The keys of each hand that are ignored until they are released. */
  #ignored: [number, number] = [0, 0];

  constructor(steering: Steering, read: () => readonly Pad[] = connectedPads) {
    this.#steering = steering;
    this.#read = read;
  }

  /** Reads the gamepads, which send no events; to be called in each step. */
  steer(): void {
    const pads = this.#read();
    const held = heldOn(pads);
    for (const hand of [0, 1] as const) this.#ignored[hand] &= held[hand];
    this.#steering.hold('gamepads', held[0] & ~this.#ignored[0], held[1] & ~this.#ignored[1]);
    this.#steering.together('gamepads', pads.length === 1 && isPressed(pads[0]!, Button.left));
  }

  /** Releases all keys. A button that is down steers again after it was released: a press in a menu is no jump. */
  releaseAll(): void {
    this.#ignored = [allKeys, allKeys];
    this.#steering.hold('gamepads', 0, 0);
    this.#steering.together('gamepads', false);
  }
}

export function isPressed({ buttons }: Pad, button: Button): boolean {
  return buttons[button]?.pressed === true;
}

function heldOn([first, second]: readonly Pad[]): readonly [number, number] {
  if (first === undefined) return [0, 0];
  if (second !== undefined) return [wholePad(first), wholePad(second)];
  return [leftHalf(first), rightHalf(first)];
}

function leftHalf(pad: Pad): number {
  const { leftShoulder, leftTrigger } = Button;
  return stick(pad, 0) | dPad(pad) | when(pad, leftShoulder, Key.jump) | when(pad, leftTrigger, Key.crouch);
}

function rightHalf(pad: Pad): number {
  const { rightShoulder, rightTrigger } = Button;
  return (
    stick(pad, 2) |
    faceButtons(pad) |
    when(pad, rightShoulder, Key.jump) |
    when(pad, rightTrigger, Key.crouch)
  );
}

// The stick of a whole pad does not jump, because a thumb that runs easily moves it up.
function wholePad(pad: Pad): number {
  const sticks = (stick(pad, 0) | stick(pad, 2)) & ~Key.jump;
  return sticks | dPad(pad) | faceButtons(pad);
}

function stick({ axes }: Pad, from: number): number {
  const x = axes[from] ?? 0;
  const y = axes[from + 1] ?? 0;
  return (
    (x < -threshold ? Key.left : x > threshold ? Key.right : 0) |
    (y < -threshold ? Key.jump : y > threshold ? Key.crouch : 0)
  );
}

function dPad(pad: Pad): number {
  return (
    when(pad, Button.up, Key.jump) |
    when(pad, Button.down, Key.crouch) |
    when(pad, Button.padLeft, Key.left) |
    when(pad, Button.padRight, Key.right)
  );
}

function faceButtons(pad: Pad): number {
  return when(pad, Button.bottom, Key.jump) | when(pad, Button.right, Key.crouch);
}

function when(pad: Pad, button: Button, key: Key): number {
  return isPressed(pad, button) ? key : 0;
}
