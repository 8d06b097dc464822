import { catalog } from '../../tandem/game/levels/catalog.ts';
import type { RecordedPlay } from './session-file.ts';

/** A level that the page shows and records. */
export interface ShownLevel extends Pick<RecordedPlay, 'seed' | 'source'> {
  readonly title: string;
  /** Number of the level in the game; that after the last one if the level is not in the game. */
  readonly index: number;
}

/** The title of levels that are not in the game. */
export const foreignTitle = 'A level that is not in this game';

/** Returns a level of the game. */
export function shownLevel(index: number): ShownLevel {
  const { seed, source, text } = catalog[index]!;
  return { index, title: text.title, seed, source };
}

/** Returns the level of a session, which may have been recorded in another version of the game. */
export function levelOfSession({ seed, source }: Pick<RecordedPlay, 'seed' | 'source'>): ShownLevel {
  const index = catalog.findIndex((entry) => entry.source === source);
  if (index < 0) return { index: catalog.length, title: foreignTitle, seed, source };
  return shownLevel(index);
}
