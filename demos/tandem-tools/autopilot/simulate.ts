import { stepsPerWindow, timeOf } from '../../tandem/game/game.ts';
import type { Entity } from '../../tandem/world/entity.ts';
import { heldBy } from '../../tandem/world/robot/keys.ts';
import { commit, tickLength, update, type World } from '../../tandem/world/world.ts';
import type { KeyRun } from './key-runs.ts';

/**
 * Makes a step of a world in which there is time for everything, with these keys held, see `joinHeld`. Returns whether the level was finished by what was
 * done before; then nothing more is done. Only some enemies live if so told.
 */
export function simulate(world: World, held: number, enemies: readonly Entity[] = world.enemies): boolean {
  commit(world, tickLength);
  if (world.stage.wonAt >= 0) return true;
  for (const [i, robot] of world.robots.entries()) robot.held = heldBy(held, i);
  for (const player of world.players) update(world, player, tickLength);
  if (world.tick % stepsPerWindow !== 1) return false;
  for (const enemy of enemies) update(world, enemy, timeOf(stepsPerWindow));
  return false;
}

/** Makes the steps of runs; `look` is called after each. */
export function simulateRuns(world: World, runs: readonly KeyRun[], look?: () => void): void {
  for (const { held, steps } of runs) {
    for (let step = 0; step < steps; step++) {
      simulate(world, held);
      look?.();
    }
  }
}

/** Where the robots are, for people. */
export function placesOf({ players }: World): string {
  return players.map(({ x, y }, i) => `${i + 1} at ${x.toFixed(1)},${y.toFixed(1)}`).join(', ');
}
