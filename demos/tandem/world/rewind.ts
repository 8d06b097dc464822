import { assignEntity, type Entity } from './entity.ts';
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
    rewindEnemy(world, enemy);
    publish(world, enemy);
  }
}

/** Puts an enemy back where it began. It has no time pending then. */
export function rewindEnemy(world: World, enemy: Entity): void {
  assignEntity(enemy, world.newborn[enemy.index]!);
  enemy.updatedAt = enemy.previousUpdatedAt = world.time;
}
