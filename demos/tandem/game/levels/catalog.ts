import { buildLevel } from './build-level.ts';
import { type LevelText, readLevelText } from './level-text.ts';
import type { Level } from '../../world/level.ts';

/** A level of the game. */
export interface CatalogEntry {
  /** Its file's name; what progress is kept under. */
  readonly id: string;
  readonly source: string;
  readonly text: LevelText;
  /** Seed of its chances, with which its recording was made. */
  readonly seed: number;
}

const sources = import.meta.glob<string>('./*.level', { query: '?raw', import: 'default', eager: true });

/** The game's levels in their order. */
export const catalog: readonly CatalogEntry[] = Object.entries(sources)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([path, source], index) => ({
    id: path.slice(2, -'.level'.length),
    source,
    text: readLevelText(source),
    seed: index + 1,
  }));

/** Makes a level from its source. Throws a LevelError that names the faulty place. */
export function levelOf(source: string): Level {
  return buildLevel(readLevelText(source));
}
