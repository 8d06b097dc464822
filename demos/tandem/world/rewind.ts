import { comeBack } from './player.ts';
import { publish } from './publish.ts';
import type { World } from './world.ts';

/** Puts all enemies back where they began and the robots where they come back to; doors, gems and checkpoints stay. */
export function rewind(world: World): void {
  rewindEnemies(world);
  for (const player of world.players) {
    comeBack(world, player, world.robots[player.index]!);
    publish(world, player);
  }
}

/** Puts all enemies back where they began. */
export function rewindEnemies(world: World): void {
  for (const enemy of world.enemies) {
    Object.assign(enemy, world.newborn[enemy.index]);
    publish(world, enemy);
  }
}
