import type { Entity } from '../entity.ts';
import type { Surroundings } from '../surroundings.ts';

/** The index of the nearest player within `reach` cells that the enemy can harm, or -1. */
export function findNearestPlayer(around: Surroundings, self: Entity<object>, reach: number): number {
  const { committed, playerCount } = around;
  let best = reach * reach;
  let nearest = -1;
  for (let player = 0; player < playerCount; player++) {
    const dx = committed.x[player]! - self.x;
    const dy = committed.y[player]! - self.y;
    const distance2 = dx * dx + dy * dy;
    if (distance2 >= best || !isPrey(around, self, player)) continue;
    best = distance2;
    nearest = player;
  }
  return nearest;
}

/** Whether a player is active and the enemy can harm it. */
export function isPrey(around: Surroundings, self: Entity<object>, player: number): boolean {
  return around.committed.active[player] === 1 && player !== self.friend;
}
