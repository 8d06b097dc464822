import type { Entity } from '../entity.ts';
import { createVector } from '../map/vector.ts';
import { Mutation } from '../mutation.ts';
import { postTo, type Surroundings } from '../surroundings.ts';
import { canSee } from './line-of-sight.ts';

/** An entity that is thrown. All its flights use the same record, but each flight has a new id. */
export type Missile = Entity<{
  /** Local time of the launch. */
  launchedAt: number;
  /** -1 until the first step of the flight. Then 1 while a bolt touches a player, else 0. */
  touching: number;
}>;

/** The memory slots of all missiles. */
export const missileMemory = { launchedAt: 0, touching: 1 } as const;

const nothing = createVector();
nothing.x = nothing.y = 0;

/** Milliseconds since the launch. */
export function ageOf(missile: Missile): number {
  return missile.localTime - missile.memory.launchedAt;
}

/**
 * Seconds of flight in this step. The thrower decides to launch in the middle of an update, but the
 * launch happens at the end of the tick. The first step of the missile also covers the time in
 * between.
 */
export function flightTime(missile: Missile): number {
  if (missile.memory.touching >= 0) return missile.seconds;
  missile.memory.touching = 0;
  return Math.max(missile.seconds, Math.min(2 * missile.seconds, ageOf(missile) / 1000));
}

/** Ends the flight: the missile waits, inactive, at the start position of its thrower; `px` and `py` keep the end of the flight. */
export function retire(missile: Missile): void {
  missile.active = false;
  missile.px = missile.x;
  missile.py = missile.y;
  missile.x = missile.homeX;
  missile.y = missile.homeY;
  missile.vx = missile.vy = missile.pushX = missile.pushY = 0;
}

/** Ends the flight with a hit on all players within `reach` cells and in sight. */
export function explode(around: Surroundings, missile: Missile, reach: number): void {
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
