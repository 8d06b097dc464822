import type { Bindings } from './bindings.ts';
import { defaultBindings, keyLabel } from './bindings.ts';
import type { Device } from './current-device.ts';

/** The labels of the keys, buttons or directions that steer a robot. */
export interface RobotControls {
  readonly left: string;
  readonly right: string;
  readonly jump: string;
  readonly crouch: string;
  /** The part of the device, such as `left stick`; empty for a keyboard, whose labels suffice. */
  readonly part: string;
}

/** The way in which the player steers the robots, as the game shows it. */
export interface Controls {
  readonly robots: readonly [RobotControls, RobotControls];
  /** Texts for the signs of levels, by the name in braces: `{crouch}`. */
  readonly phrases: Readonly<Record<'crouch' | 'jump', string>>;
  /** Whether the labels are directions of a stick or a thumb, and not keys. */
  readonly isRound: boolean;
}

/** The controls of a device. `pads`: the number of connected gamepads. */
export function controlsOf(device: Device, bindings: Bindings, pads: number): Controls {
  if (device === 'touch') return directions('left thumb', 'right thumb', 'thumb');
  if (device === 'keyboard') return keys(bindings);
  return pads < 2 ? directions('left stick', 'right stick', 'stick') : twoPads;
}

function directions(first: string, second: string, part: string): Controls {
  const arrows = { left: '←', right: '→', jump: '↑', crouch: '↓' };
  return {
    robots: [
      { ...arrows, part: first },
      { ...arrows, part: second },
    ],
    phrases: { crouch: `${part} down`, jump: `${part} up` },
    isRound: true,
  };
}

function keys(bindings: Bindings): Controls {
  const ofRobot = (robot: 1 | 2): RobotControls => ({
    left: keyLabel(bindings[`${robot}.left`]),
    right: keyLabel(bindings[`${robot}.right`]),
    jump: keyLabel(bindings[`${robot}.jump`]),
    crouch: keyLabel(bindings[`${robot}.crouch`]),
    part: '',
  });
  const [first, second] = [ofRobot(1), ofRobot(2)];
  return {
    robots: [first, second],
    phrases: { crouch: `${first.crouch} or ${second.crouch}`, jump: `${first.jump} or ${second.jump}` },
    isRound: false,
  };
}

// The names of the buttons 0 and 1 on most gamepads.
const padButtons = { left: '←', right: '→', jump: 'A', crouch: 'B' };

const twoPads: Controls = {
  robots: [
    { ...padButtons, part: 'gamepad 1' },
    { ...padButtons, part: 'gamepad 2' },
  ],
  phrases: { crouch: 'B', jump: 'A' },
  isRound: true,
};

/** The controls of the keyboard with the default keys. */
export const defaultControls: Controls = controlsOf('keyboard', defaultBindings, 0);
