import { assignEntity, type Entity } from './entity.ts';
import { respawn } from './player.ts';
import { publish } from './publish.ts';
import type { World } from './world.ts';

/** Returns all enemies to their initial state and the robots to the last checkpoint. Doors, gems and checkpoints stay. */
export function rewind(world: World): void {
  rewindEnemies(world);
  for (const player of world.players) {
    respawn(world, player, world.robots[player.index]!);
    publish(world, player);
  }
}

/** Returns all enemies to their initial state. */
export function rewindEnemies(world: World): void {
  for (const enemy of world.enemies) {
    rewindEnemy(world, enemy);
    publish(world, enemy);
  }
}

/** Returns an enemy to its initial state. Its next update covers only the time after the rewind. */
export function rewindEnemy(world: World, enemy: Entity): void {
  assignEntity(enemy, world.initial[enemy.index]!);
  enemy.updatedAt = enemy.previousUpdatedAt = world.time;
}
