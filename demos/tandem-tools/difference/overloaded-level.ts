import { levelOf } from '../../tandem/game/levels/catalog.ts';
import type { Level } from '../../tandem/world/level.ts';
import source from './overloaded.level?raw';

/** The level that both loops run: a short path below more enemies than one core can update. */
export function overloadedLevel(): Level {
  return levelOf(source);
}
