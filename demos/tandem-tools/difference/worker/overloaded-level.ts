import { levelOf } from '../../../tandem/game/levels/catalog.ts';
import type { Level } from '../../../tandem/world/level.ts';
import source from './overloaded.level?raw';

/** The seed of each game. */
export const seed = 1;

/** The level that both loops run: a short path below a swarm of enemies. */
export function overloadedLevel(enemies: number): Level {
  return levelOf(source.replace(/(?<=^~ swarm )\d+/m, String(enemies)));
}
