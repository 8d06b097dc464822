import type { Entity } from '../entity.ts';
import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { findIntercept } from '../behavior/intercept.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { chooseGoal, headFor, headForGoal, stayNearHome } from '../behavior/roam.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';

const reach = 20;
const wish = createVector();
const meeting = createVector();
const way = createVector();

/** Makes for the place where the nearest player will be, whether it sees them or not. */
export const predictor: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 5, 4);
  },

  step(around: Surroundings, self: Entity): void {
    headForGoal(self, 0.5 * self.speed, wish);
    const player = findNearestPlayer(around, self, reach);
    if (player >= 0) chase(around, self, player);
    stayNearHome(self, 8, wish);
    findWay(around, self, wish, 4, way);
    keepApart(around, self, 1.6, 1, way);
    fly(around, self, way, 5);
  },
};

// Its interest grows with nearness, so that a player who comes into reach changes its wish smoothly.
function chase(around: Surroundings, self: Entity, player: number): void {
  const dx = around.committed.x[player]! - self.x;
  const dy = around.committed.y[player]! - self.y;
  const interest = Math.min(1, (2 * (reach - Math.sqrt(dx * dx + dy * dy))) / reach);
  const patrolX = wish.x;
  const patrolY = wish.y;
  findIntercept(around, self, player, self.speed, meeting);
  headFor(self, meeting, self.speed, wish);
  wish.x = patrolX + (wish.x - patrolX) * interest;
  wish.y = patrolY + (wish.y - patrolY) * interest;
}
