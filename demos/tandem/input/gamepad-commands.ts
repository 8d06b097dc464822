import { Button, isPressed, type Pad } from './gamepads.ts';

/** A command that a button or stick of a gamepad gives once per press. */
export type GamepadCommand = 'pause' | 'confirm' | 'back' | 'swap' | 'part' | Direction;
export type Direction = 'up' | 'down' | 'left' | 'right';

/** Deflections of a stick, 0 to 1, at which it begins and ceases to point in a direction. The gap keeps a trembling stick from moving twice. */
const pointing = 0.6;
const resting = 0.4;
/** Milliseconds until a held direction is repeated, and between further repetitions. */
const firstRepeat = 400;
const nextRepeats = 130;

const buttonOf: Readonly<Record<GamepadCommand, Button>> = {
  pause: Button.start,
  confirm: Button.bottom,
  back: Button.right,
  swap: Button.top,
  part: Button.select,
  up: Button.up,
  down: Button.down,
  left: Button.padLeft,
  right: Button.padRight,
};

/** The axis of the left stick that points in a direction, and its sign. The right stick has the axes after the next one. */
const axisOf: Readonly<Record<Direction, readonly [axis: number, sign: number]>> = {
  up: [1, -1],
  down: [1, 1],
  left: [0, -1],
  right: [0, 1],
};

/** Reads the commands of gamepads: buttons when they are pressed, and directions also while they are held. */
export class GamepadCommands {
  /** The held commands, and the times in ms at which they are repeated. */
  #held: Map<GamepadCommand, number> = new Map();

  /**
   * The commands since the last call, at the time `now` in ms. All pads give commands. With several
   * pads, each steers its own robot, so none of them swaps robots.
   */
  read(pads: readonly Pad[], now: number): GamepadCommand[] {
    const given: GamepadCommand[] = [];
    for (const command of Object.keys(buttonOf) as GamepadCommand[]) {
      if (pads.length > 1 && (command === 'swap' || command === 'part')) continue;
      const wasHeld = this.#held.has(command);
      if (!pads.some((pad) => isHeld(pad, command, wasHeld))) this.#held.delete(command);
      else if (!wasHeld) {
        given.push(command);
        this.#held.set(command, isDirection(command) ? now + firstRepeat : Infinity);
      } else if (now >= this.#held.get(command)!) {
        given.push(command);
        this.#held.set(command, now + nextRepeats);
      }
    }
    return given;
  }
}

function isHeld(pad: Pad, command: GamepadCommand, wasHeld: boolean): boolean {
  if (isPressed(pad, buttonOf[command])) return true;
  if (!isDirection(command)) return false;
  const [axis, sign] = axisOf[command];
  const limit = wasHeld ? resting : pointing;
  return [axis, axis + 2].some((of) => sign * (pad.axes[of] ?? 0) > limit);
}

function isDirection(command: GamepadCommand): command is Direction {
  return command in axisOf;
}
