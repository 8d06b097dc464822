import { decay } from './decay.ts';
import type { Entity } from '../entity.ts';
import { canSee } from './line-of-sight.ts';
import { isPrey } from './nearest-player.ts';
import type { Surroundings } from '../surroundings.ts';

/**
 * Looks for the players within `reach` cells and lets the attention follow: up at 4 per second while one is seen, down
 * at 1 per second after. Returns the nearest seen player's index, or -1.
 */
export function watchPlayers(around: Surroundings, self: Entity, reach: number): number {
  const seen = findSeenPlayer(around, self, reach);
  const keep = decay((seen < 0 ? 1 : 4) * self.seconds);
  const aim = seen < 0 ? 0 : 1;
  self.attention = aim + (self.attention - aim) * keep;
  return seen;
}

function findSeenPlayer(around: Surroundings, self: Entity, reach: number): number {
  const { committed, playerCount } = around;
  let best = reach * reach;
  let seen = -1;
  for (let player = 0; player < playerCount; player++) {
    const dx = committed.x[player]! - self.x;
    const dy = committed.y[player]! - self.y;
    const distance2 = dx * dx + dy * dy;
    if (distance2 >= best || !isPrey(around, self, player) || !canSee(around, self, player)) continue;
    best = distance2;
    seen = player;
  }
  return seen;
}
