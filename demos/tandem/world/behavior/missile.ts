import type { Entity } from '../entity.ts';
import { canSee } from './line-of-sight.ts';
import { Mutation } from '../mutation.ts';
import { postTo, type Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';

// A missile's record lasts for good, its id for one flight; `goalX` is when it was launched, `goalY` -1 before its first step.

const nothing = createVector();
nothing.x = nothing.y = 0;

/** Milliseconds since its launch. */
export function ageOf(missile: Entity): number {
  return missile.localTime - missile.goalX;
}

/**
 * Seconds that a missile flies in this update. Its thrower decided in the middle of an update, and the launch waited for the end of the
 * tick: the first step makes up for that.
 */
export function flownIn(missile: Entity): number {
  if (missile.goalY >= 0) return missile.seconds;
  missile.goalY = 0;
  return Math.max(missile.seconds, Math.min(2 * missile.seconds, ageOf(missile) / 1000));
}

/** Takes it back to who throws it; `px`, `py` keep where its flight ended. */
export function retire(missile: Entity): void {
  missile.active = false;
  missile.px = missile.x;
  missile.py = missile.y;
  missile.x = missile.homeX;
  missile.y = missile.homeY;
  missile.vx = missile.vy = missile.pushX = missile.pushY = 0;
}

/** Ends its flight with a blow to all players within `reach` cells whom it sees. */
export function explode(around: Surroundings, missile: Entity, reach: number): void {
  const { committed, playerCount } = around;
  for (let player = 0; player < playerCount; player++) {
    if (player === missile.friend || committed.active[player] === 0) continue;
    const dx = committed.x[player]! - missile.x;
    const dy = committed.y[player]! - missile.y;
    if (dx * dx + dy * dy > reach * reach || !canSee(around, missile, player)) continue;
    postTo(around, missile, player, Mutation.hit, nothing);
  }
  retire(missile);
}
