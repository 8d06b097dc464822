import type { Entity } from '../entity.ts';
import { findWay } from '../find-way.ts';
import { fly } from '../fly.ts';
import { findIntercept } from '../intercept.ts';
import { keepApart } from '../keep-apart.ts';
import { findNearestPlayer } from '../nearest-player.ts';
import { chooseGoal, headFor, stayNearHome } from '../roam.ts';
import type { Behaviour, Surroundings } from '../surroundings.ts';
import { createVector } from '../vector.ts';

const reach = 20;
const wish = createVector();
const meeting = createVector();
const way = createVector();
const away = createVector();

/** Makes for the place where the nearest player will be, whether it sees them or not. */
export const predictor: Behaviour = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 5, 4);
  },

  step(around: Surroundings, self: Entity, seconds: number): void {
    headFor(self, self.goalX, self.goalY, 0.5 * self.speed, wish);
    const player = findNearestPlayer(around, self.x, self.y, reach);
    if (player >= 0) chase(around, self, player);
    stayNearHome(self, 8, self.speed, wish);
    findWay(around, self, wish.x, wish.y, 4, way);
    keepApart(around, self, 1.6, 2, away);
    fly(around, self, way.x + away.x, way.y + away.y, 5, seconds);
  },
};

// Its interest grows with nearness, so that a player who comes into reach changes its wish smoothly.
function chase(around: Surroundings, self: Entity, player: number): void {
  const dx = around.committed.x[player]! - self.x;
  const dy = around.committed.y[player]! - self.y;
  const interest = Math.min(1, (2 * (reach - Math.sqrt(dx * dx + dy * dy))) / reach);
  const patrolX = wish.x;
  const patrolY = wish.y;
  findIntercept(around, player, self.x, self.y, self.speed, meeting);
  headFor(self, meeting.x, meeting.y, self.speed, wish);
  wish.x = patrolX + (wish.x - patrolX) * interest;
  wish.y = patrolY + (wish.y - patrolY) * interest;
}
