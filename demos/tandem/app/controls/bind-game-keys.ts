import { type GameCommand, gameCommandOf } from '../../input/game-keys.ts';

/** Calls the function of a command when one of its keys is pressed. */
export function bindGameKeys(commands: Readonly<Record<GameCommand, () => void>>): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const command = gameCommandOf(event.code);
    if (command !== undefined) commands[command]();
  });
}
