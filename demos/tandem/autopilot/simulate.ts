import { stepsPerWindow, timeOf } from '../game.ts';
import type { Entity } from '../world/entity.ts';
import { commit, tickLength, update, type World } from '../world/world.ts';

/**
 * Makes a step of a world in which there is time for everything, with these keys held. Returns whether the level was finished by what was
 * done before; then nothing more is done. Only some enemies live if so told.
 */
export function simulate(world: World, held: number, enemies: readonly Entity[] = world.enemies): boolean {
  commit(world, tickLength);
  if (world.stage.wonAt >= 0) return true;
  for (const [i, robot] of world.robots.entries()) robot.held = Math.floor(held / 16 ** i) % 16;
  for (const player of world.players) update(world, player, tickLength);
  if (world.tick % stepsPerWindow !== 1) return false;
  for (const enemy of enemies) update(world, enemy, timeOf(stepsPerWindow));
  return false;
}

/** Where the robots are, for people. */
export function placesOf({ players }: World): string {
  return players.map(({ x, y }, i) => `${i + 1} at ${x.toFixed(1)},${y.toFixed(1)}`).join(', ');
}
