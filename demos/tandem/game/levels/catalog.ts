import { buildLevel } from './build-level.ts';
import { type LevelText, readLevelText } from './level-text.ts';
import type { Level } from '../../world/level.ts';

/** A level of the game. */
export interface CatalogEntry {
  /** File name without `.level`, and key of the stored progress. */
  readonly id: string;
  /** Position in the game, from 1. */
  readonly number: number;
  readonly source: string;
  readonly text: LevelText;
  /** Seed of the level's random numbers. The recording of the level was made with this seed. */
  readonly seed: number;
}

const sources = import.meta.glob<string>('./*.level', { query: '?raw', import: 'default', eager: true });

/** The levels of the game in their order. */
export const catalog: readonly CatalogEntry[] = Object.entries(sources)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([path, source], index) => ({
    id: path.slice(2, -'.level'.length),
    number: index + 1,
    source,
    text: readLevelText(source),
    seed: index + 1,
  }));

/** Builds a level from its text. Throws a LevelError with the position of an error. */
export function levelOf(source: string): Level {
  return buildLevel(readLevelText(source));
}
