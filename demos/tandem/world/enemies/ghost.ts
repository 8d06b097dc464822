import { decay } from '../behavior/decay.ts';
import type { Entity } from '../entity.ts';
import { lookAlong } from '../behavior/fly.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { headFor } from '../behavior/roam.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';

/** Cells at which it notices players, and at which it minds being looked at. */
const reach = 16;
const shame = 12;
const response = 4;

const place = createVector();
const wish = createVector();

/** Comes through all walls for the nearest player, and stands still while anybody looks its way. */
export const ghost: Behavior = {
  decide(): void {},

  step(around: Surroundings, self: Entity): void {
    const player = findNearestPlayer(around, self, reach);
    const isCalm = isLookedAt(around, self);
    place.x = player < 0 ? self.homeX : around.committed.x[player]!;
    place.y = player < 0 ? self.homeY : around.committed.y[player]!;
    headFor(self, place, isCalm ? 0 : self.speed, wish);
    const keep = decay(response * self.seconds);
    self.vx = wish.x + (self.vx - wish.x) * keep;
    self.vy = wish.y + (self.vy - wish.y) * keep;
    self.x += self.vx * self.seconds;
    self.y += self.vy * self.seconds;
    self.pushX = self.pushY = 0;
    self.attention += (Number(!isCalm && player >= 0) - self.attention) * (1 - keep);
    lookAlong(self, wish, 6);
  },
};

function isLookedAt(around: Surroundings, self: Entity): boolean {
  const { committed, playerCount } = around;
  for (let player = 0; player < playerCount; player++) {
    const dx = self.x - committed.x[player]!;
    const dy = self.y - committed.y[player]!;
    const isFaced = dx * committed.looks[player]! > 0 && Math.abs(dy) < Math.abs(dx) + 2;
    if (committed.active[player] === 1 && isFaced && dx * dx + dy * dy < shame * shame) return true;
  }
  return false;
}
