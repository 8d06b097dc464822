import { catalog } from '../../game/levels/catalog.ts';
import type { Win } from '../screens/win-screen.ts';
import type { Progress } from '../store/progress.ts';
import type { OpenedLevel } from './current-level.ts';

/** Stores the result of a finished level of the catalog, unless it was a replay. Returns the contents of the win screen. */
export function finishLevel({ play, playable, text }: OpenedLevel, progress: Progress): Win {
  const { falls, gems, isReplay, run, world } = play;
  const { index } = playable;
  const result = { steps: world.stage.wonAt, gems, falls };
  const entry = index === undefined ? undefined : catalog[index];
  const isBest = entry !== undefined && !isReplay && progress.finish(entry.id, result);
  return {
    title: text.title,
    par: text.par,
    result,
    best: (entry === undefined ? undefined : progress.bestOf(entry.id)) ?? result,
    isBest,
    gems: world.stage.taken.length,
    hasNext: index !== undefined && index + 1 < catalog.length,
    hasRun: run !== undefined,
  };
}
