import { simulate } from '../../tandem/game/simulate.ts';
import type { World } from '../../tandem/world/world.ts';
import type { KeyRun } from './key-runs.ts';

/** Makes the steps of recorded runs; `look` is called after each step. */
export function simulateRuns(world: World, runs: readonly KeyRun[], look?: () => void): void {
  for (const { held, steps } of runs) {
    for (let step = 0; step < steps; step++) {
      simulate(world, held);
      look?.();
    }
  }
}

/** The positions of the robots, as a readable text. */
export function placesOf({ players }: World): string {
  return players.map(({ x, y }, i) => `${i + 1} at ${x.toFixed(1)},${y.toFixed(1)}`).join(', ');
}
