import type { Entity } from '../world/entity.ts';

/** Horizontal distance in cells from a player within which an enemy is near. */
const nearDistance = 16;

/** Whether an enemy is near a player, for figures. */
export function isNear(players: readonly Pick<Entity, 'x'>[], enemy: Pick<Entity, 'x'>): boolean {
  return players.some((player) => Math.abs(player.x - enemy.x) < nearDistance);
}
