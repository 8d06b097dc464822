import type { Entity } from '../entity.ts';
import type { Surroundings } from '../surroundings.ts';
import { decay } from './decay.ts';
import { canSee } from './line-of-sight.ts';
import { isPrey } from './nearest-player.ts';

/** The attention of an entity to players. */
export type Attention = {
  /** 0 to 1. It changes smoothly, so that a glimpse of a player changes little. */
  attention: number;
};

/** The memory slot of the attention. */
export const attentionMemory = { attention: 2 } as const;

/**
 * Looks for players within `reach` cells, and updates the attention. It approaches 1 at a rate of 4
 * per second while a player is in sight, and 0 at a rate of 1 per second otherwise. Returns the
 * index of the nearest player in sight, or -1.
 */
export function watchPlayers(around: Surroundings, self: Entity<Attention>, reach: number): number {
  const seen = findSeenPlayer(around, self, reach);
  const keep = decay((seen < 0 ? 1 : 4) * self.seconds);
  const aim = seen < 0 ? 0 : 1;
  const { memory } = self;
  memory.attention = aim + (memory.attention - aim) * keep;
  return seen;
}

function findSeenPlayer(around: Surroundings, self: Entity<object>, reach: number): number {
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
