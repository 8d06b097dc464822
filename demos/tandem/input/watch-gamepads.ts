import { type GamepadCommand, GamepadCommands } from './gamepad-commands.ts';
import { connectedPads } from './gamepads.ts';

/**
 * Calls `give` with the commands of the gamepads. Gamepads send no events, so they are read in each
 * frame while one is connected. `lost` is called when a gamepad is disconnected.
 */
export function watchGamepads(give: (command: GamepadCommand) => void, lost: () => void): void {
  const commands = new GamepadCommands();
  let isWatching = false;

  function read(time: number): void {
    const pads = connectedPads();
    isWatching = pads.length > 0;
    if (isWatching) requestAnimationFrame(read); // before `give`, which may throw
    for (const command of commands.read(pads, time)) give(command);
  }

  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    requestAnimationFrame(read);
  }

  addEventListener('gamepadconnected', watch);
  addEventListener('gamepaddisconnected', lost);
  watch(); // the browser may have connected one before
}
