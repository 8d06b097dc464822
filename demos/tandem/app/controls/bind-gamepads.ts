import type { GamepadCommand } from '../../input/gamepad-commands.ts';
import type { Steering } from '../../input/steering.ts';
import { watchGamepads } from '../../input/watch-gamepads.ts';
import type { Screens } from '../screens/screens.ts';

export interface GamepadTargets {
  readonly screens: Screens;
  readonly steering: Steering;
  /** Leads from the game to the pause screen, and from a screen back. */
  readonly leave: () => void;
  /** Called when a gamepad is disconnected. */
  readonly lost: () => void;
}

/** Lets gamepads pause the game, swap robots and operate the screens. The steering itself reads them in each step, see `Gamepads`. */
export function bindGamepads(targets: GamepadTargets): void {
  watchGamepads((command) => follow(command, targets), targets.lost);
  addEventListener('pointerdown', () => delete document.body.dataset['gamepad']);
}

function follow(command: GamepadCommand, { leave, screens, steering }: GamepadTargets): void {
  document.body.dataset['gamepad'] = ''; // shows the focus
  if (screens.shown === undefined) return followInGame(command, leave, steering);
  if (command === 'pause') {
    if (!screens.activateMain()) leave();
  } else if (command === 'back') leave();
  else if (command !== 'swap' && command !== 'part') screens.command(command);
}

function followInGame(command: GamepadCommand, leave: () => void, steering: Steering): void {
  if (command === 'pause') leave();
  if (command === 'swap') steering.swap();
  if (command === 'part') steering.part();
}
