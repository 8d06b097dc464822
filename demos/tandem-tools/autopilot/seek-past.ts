import type { Entity } from '../../tandem/world/entity.ts';
import { publish } from '../../tandem/world/publish.ts';
import { copyState, restoreState } from '../../tandem/world/world-state.ts';
import type { World } from '../../tandem/world/world.ts';
import type { KeyRun } from './key-runs.ts';
import { areThere, seek, type SeekOptions } from './seek.ts';
import { simulateRuns } from './simulate-runs.ts';

/** Enemies with whom a way is looked for at once. */
const few = 200;
/** Cells beside the robots within which enemies are, if not all can be minded. */
const nearby = 27;
/** States that are looked at at the most; the more enemies live in each, the fewer. */
const patience = 30_000;
const patienceForEnemies = 3_000_000;

/**
 * Finds keys as `seek` does. Where there are thousands of enemies, a way is looked for as if there were only a few of them, then more, then
 * only those nearby, until one is found that leads past all.
 */
export function seekPast(world: World, options: Omit<SeekOptions, 'enemies' | 'patience'>): KeyRun[] {
  const begin = copyState(world);
  let problem: unknown;
  for (const enemies of samplesOf(world)) {
    try {
      hideOthers(world, enemies);
      const limit = Math.min(patience, Math.ceil(patienceForEnemies / (enemies.length + few)));
      const runs = seek(world, { ...options, enemies, patience: limit });
      restoreState(world, begin);
      simulateRuns(world, runs);
      if (world.stage.wonAt >= 0 || areThere(world, options)) return runs;
      problem = new Error('a way was found past some of the enemies, and does not lead past all');
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
