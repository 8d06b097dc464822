import type { Bindings } from './bindings.ts';
import { defaultBindings, keyLabel } from './bindings.ts';
import type { Device } from './current-device.ts';
import type { Hands } from './steering.ts';
import type { Ability } from './steering-lesson.ts';

/** The labels of the keys, buttons or directions that steer a robot. A label is empty if the player cannot do so now. */
export interface RobotControls {
  readonly left: string;
  readonly right: string;
  readonly jump: string;
  readonly crouch: string;
  /** The part of the device for each ability, such as `left stick`; empty for a keyboard, whose labels suffice. */
  readonly captions: Readonly<Record<Ability, string>>;
}

/** The way in which the player steers the robots, as the game shows it. */
export interface Controls {
  readonly robots: readonly [RobotControls, RobotControls];
  /** Texts for the signs of levels, by the name in braces: `{crouch}`. */
  readonly phrases: Readonly<Record<'crouch' | 'jump', string>>;
  /** Whether the labels are directions of a stick or a thumb, and not keys. */
  readonly isRound: boolean;
}

/** The device of a player, and the player's way of using it. */
export interface DeviceUse {
  readonly device: Device;
  readonly bindings: Bindings;
  readonly hands: Hands;
  /** Number of connected gamepads. */
  readonly pads: number;
}

/** The controls of a device. */
export function controlsOf({ bindings, device, hands, pads }: DeviceUse): Controls {
  if (device === 'keyboard') return keys(bindings);
  if (device === 'gamepad') return pads < 2 ? directions('left stick', 'right stick', 'stick') : twoPads;
  return hands === 'each' ? directions('left thumb', 'right thumb', 'thumb') : thumbsForOne(hands);
}

function directions(first: string, second: string, part: string): Controls {
  const arrows = { left: '←', right: '→', jump: '↑', crouch: '↓' };
  return {
    robots: [
      { ...arrows, captions: sameFor(first) },
      { ...arrows, captions: sameFor(second) },
    ],
    phrases: { crouch: `${part} down`, jump: `${part} up` },
    isRound: true,
  };
}

function sameFor(caption: string): RobotControls['captions'] {
  return { run: caption, jump: caption };
}

/** The controls of thumbs that steer one robot at a time. `SwitchButton` has the label `⇄ 2`. */
function thumbsForOne(hands: 'first' | 'second' | 'both'): Controls {
  const steered: RobotControls = {
    left: '←',
    right: '→',
    jump: 'tap',
    crouch: '↓',
    captions: { run: 'left thumb runs', jump: 'right thumb jumps' },
  };
  const waiting = (robot: 1 | 2): RobotControls => ({
    left: '',
    right: '',
    jump: '',
    crouch: '',
    captions: sameFor(`tap ⇄ ${robot} to steer`),
  });
  return {
    robots: [hands === 'second' ? waiting(1) : steered, hands === 'first' ? waiting(2) : steered],
    phrases: { crouch: 'left thumb down', jump: 'right thumb' },
    isRound: true,
  };
}

function keys(bindings: Bindings): Controls {
  const ofRobot = (robot: 1 | 2): RobotControls => ({
    left: keyLabel(bindings[`${robot}.left`]),
    right: keyLabel(bindings[`${robot}.right`]),
    jump: keyLabel(bindings[`${robot}.jump`]),
    crouch: keyLabel(bindings[`${robot}.crouch`]),
    captions: sameFor(''),
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
    { ...padButtons, captions: sameFor('gamepad 1') },
    { ...padButtons, captions: sameFor('gamepad 2') },
  ],
  phrases: { crouch: 'B', jump: 'A' },
  isRound: true,
};

/** The controls of the keyboard with the default keys. */
export const defaultControls: Controls = controlsOf({
  device: 'keyboard',
  bindings: defaultBindings,
  hands: 'each',
  pads: 0,
});
