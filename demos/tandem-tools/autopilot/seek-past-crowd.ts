import type { Entity } from '../../tandem/world/entity.ts';
import { publish } from '../../tandem/world/publish.ts';
import { copyState, restoreState } from '../../tandem/world/world-state.ts';
import type { World } from '../../tandem/world/world.ts';
import type { KeyRun } from './key-runs.ts';
import { robotsAreAtTarget, seek, type SeekOptions } from './seek.ts';
import { simulateRuns } from './simulate-runs.ts';

/** Up to this number of enemies, one search with all of them is enough. */
const few = 200;
/** The last search has only the enemies within this horizontal distance of a robot, in cells. */
const nearby = 27;
/** Limits of a search: the number of states, and the number of updates of enemies in all states. */
const maxStates = 30_000;
const maxUpdates = 3_000_000;

/**
 * Finds keys like `seek`. If there are more than 200 enemies, it searches with about 200 of them,
 * then with every eighth, then with those near a robot. It returns the first keys that also lead
 * past all enemies. Throws the Error of the last search if none does.
 */
export function seekPastCrowd(world: World, options: Omit<SeekOptions, 'enemies' | 'maxStates'>): KeyRun[] {
  const begin = copyState(world);
  let problem: unknown;
  for (const enemies of samplesOf(world)) {
    try {
      hideOthers(world, enemies);
      const limit = Math.min(maxStates, Math.ceil(maxUpdates / (enemies.length + few)));
      const runs = seek(world, { ...options, enemies, maxStates: limit });
      restoreState(world, begin);
      simulateRuns(world, runs);
      if (world.stage.wonAt >= 0 || robotsAreAtTarget(world, options)) return runs;
      problem = new Error('a way past some of the enemies does not lead past all');
    } catch (error) {
      problem = error;
    }
    restoreState(world, begin);
  }
  throw problem;
}

function samplesOf({ enemies, players }: World): (readonly Entity[])[] {
  if (enemies.length <= few) return [enemies];
  const every = (stride: number): Entity[] => enemies.filter((_, i) => i % stride === 0);
  const near = enemies.filter(({ x }) => players.some((player) => Math.abs(player.x - x) < nearby));
  return [every(Math.ceil(enemies.length / few)), every(8), near];
}

function hideOthers(world: World, shown: readonly Entity[]): void {
  const kept = new Set(shown);
  for (const enemy of world.enemies) {
    if (kept.has(enemy)) continue;
    enemy.active = false;
    publish(world, enemy);
  }
}
