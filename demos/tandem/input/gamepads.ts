import { Key } from '../world/robot/keys.ts';
import type { Steering } from './steering.ts';

/** The part of the state of a gamepad that is read. */
export interface Pad {
  readonly connected: boolean;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

const threshold = 0.45;

/**
 * Reads the gamepads; to be called in each step. With two pads, each pad steers one robot. With a
 * single pad, its left half (stick and D-pad) steers the first robot, and its right half (stick and
 * face buttons) steers the second. On a single pad, up and the shoulder buttons jump.
 */
export function readGamepads(steering: Steering, pads: readonly (Pad | null)[]): void {
  const [first, second] = pads.filter((pad) => pad !== null).filter(({ connected }) => connected);
  if (first === undefined) return steering.hold('gamepads', 0, 0);
  if (second === undefined) {
    const left = stick(first, 0) | dPad(first) | when(first, 4, Key.jump);
    const right = stick(first, 2) | faceButtons(first) | when(first, 5, Key.jump);
    return steering.hold('gamepads', left, right);
  }
  steering.hold('gamepads', wholePad(first), wholePad(second));
}

function wholePad(pad: Pad): number {
  const sticks = (stick(pad, 0) | stick(pad, 2)) & ~Key.jump;
  return sticks | dPad(pad) | when(pad, 0, Key.jump) | when(pad, 1, Key.crouch);
}

function stick({ axes }: Pad, from: number): number {
  const x = axes[from] ?? 0;
  const y = axes[from + 1] ?? 0;
  return (
    (x < -threshold ? Key.left : x > threshold ? Key.right : 0) |
    (y < -threshold ? Key.jump : y > threshold ? Key.crouch : 0)
  );
}

// Standard mapping of the Gamepad specification: 12 to 15 are the D-pad, 0 to 3 the face buttons.
function dPad(pad: Pad): number {
  return (
    when(pad, 12, Key.jump) | when(pad, 13, Key.crouch) | when(pad, 14, Key.left) | when(pad, 15, Key.right)
  );
}

function faceButtons(pad: Pad): number {
  return when(pad, 3, Key.jump) | when(pad, 0, Key.crouch) | when(pad, 2, Key.left) | when(pad, 1, Key.right);
}

function when({ buttons }: Pad, button: number, key: Key): number {
  return buttons[button]?.pressed === true ? key : 0;
}
