import { levelOf } from '../../tandem/game/levels/catalog.ts';
import type { Level } from '../../tandem/world/level.ts';
import source from './overloaded.level?raw';

/** The level that both loops run: a short run below more enemies than a core can move. */
export function overloadedLevel(): Level {
  return levelOf(source);
}
