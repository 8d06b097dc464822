import type { Entity } from '../world/entity.ts';
import { heldBy } from '../world/robot/keys.ts';
import { commit, tickLength, update, type World } from '../world/world.ts';
import { stepsPerWindow, timeOf } from './game.ts';

/**
 * Makes one step of a world with the keys `held` (see `joinHeld`), like the monolithic loop when it
 * has enough time. A step begins with the commit of the previous one. If this commit finishes the
 * level, returns true and updates nothing. Otherwise updates the players and, in the first step of
 * each window, the given enemies.
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
