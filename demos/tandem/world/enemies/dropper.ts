import type { Entity } from '../entity.ts';
import { fly } from '../behavior/fly.ts';
import { launch } from '../behavior/launch.ts';
import { canSee } from '../behavior/line-of-sight.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { headFor } from '../behavior/roam.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';

/** Cells to either side of its home that it patrols, at which it notices players, and beside them at which it lets go. */
const range = 6;
const reach = 14;
const above = 1.5;

const place = createVector();
const wish = createVector();
const fall = createVector();

/** Hovers along a line over the players and drops bombs on them. */
export const dropper: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    const player = findNearestPlayer(around, self, reach);
    if (player < 0 || !isBelow(around, self, player)) return;
    fall.x = 0.6 * self.vx;
    fall.y = 1;
    launch(around, self, fall);
  },

  step(around: Surroundings, self: Entity): void {
    const player = findNearestPlayer(around, self, reach);
    const goal = player < 0 ? self.homeX : around.committed.x[player]!;
    place.x = Math.max(self.homeX - range, Math.min(self.homeX + range, goal));
    place.y = self.homeY;
    headFor(self, place, 2 * self.speed, wish);
    fly(around, self, wish, 3);
  },
};

function isBelow(around: Surroundings, self: Entity, player: number): boolean {
  const { committed } = around;
  const aside = Math.abs(committed.x[player]! - self.x);
  return aside < above && committed.y[player]! > self.y && canSee(around, self, player);
}
