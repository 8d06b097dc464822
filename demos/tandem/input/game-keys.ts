/** A command of the game itself. */
export type GameCommand = 'pause' | 'figures' | 'mute' | 'monitor';

/** The keys (`KeyboardEvent.code`) of the game itself. Actions of robots cannot have these keys. */
const gameKeys: Readonly<Record<string, GameCommand>> = {
  Escape: 'pause',
  KeyP: 'pause',
  KeyF: 'figures',
  KeyM: 'mute',
  KeyO: 'monitor',
};

const purposes: Readonly<Record<GameCommand, string>> = {
  pause: 'pauses the game',
  figures: 'shows the figures',
  mute: 'turns the sound off',
  monitor: 'opens the monitor',
};

/** The command of a key, if it has one. */
export function gameCommandOf(code: string): GameCommand | undefined {
  return Object.hasOwn(gameKeys, code) ? gameKeys[code] : undefined;
}

/** The reason why a key cannot be bound to an action, for the player; undefined if it can. */
export function refusalOf(code: string): string | undefined {
  const command = gameCommandOf(code);
  if (command !== undefined) return `${code.replace(/^Key/, '')} ${purposes[command]}.`;
  if (code === '' || code === 'Unidentified')
    return 'Your browser does not tell the game which key that was.';
  if (code === 'Tab') return 'Tab moves from button to button.';
  // A key event has the modifier of its own key set, and the game ignores events with these modifiers.
  if (/^(Control|Alt|Meta|OS)/.test(code) || /^F\d+$/.test(code))
    return 'Your browser needs this key itself.';
  return undefined;
}
