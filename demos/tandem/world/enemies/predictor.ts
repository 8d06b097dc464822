import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { findIntercept } from '../behavior/intercept.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { chooseGoal, type Goal, goalMemory, headFor, headForGoal, stayNearHome } from '../behavior/roam.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { polygon, ring } from './shape.ts';

const reach = 20;

const desired = createVector();
const meeting = createVector();
const way = createVector();

/** Flies to the place where the nearest player will be, whether it sees the player or not. */
export const predictor: KindDefinition<Entity<Goal>> = {
  radius: 0.34,
  color: 0xc77dff,
  speed: 4,
  minRate: 8,
  decisionPeriod: 1000,
  memory: goalMemory,
  // A lens.
  shape(pen, core) {
    polygon(pen, [1.2, 0, 0, 0.95, -1.2, 0, 0, -0.95]);
    ring(pen, core, 0.42);
  },
  decide(around, self) {
    chooseGoal(around, self, 5, 4);
  },
  step(around, self) {
    headForGoal(self, 0.5 * self.speed, desired);
    const player = findNearestPlayer(around, self, reach);
    if (player >= 0) chase(around, self, player);
    stayNearHome(self, 8, desired);
    findWay(around, self, desired, 4, way);
    keepApart(around, self, 1.6, 1, way);
    fly(around, self, way, 5);
  },
};

// The interest grows with nearness, so the desired velocity changes smoothly when a player comes into reach.
function chase(around: Surroundings, self: Entity<Goal>, player: number): void {
  const dx = around.committed.x[player]! - self.x;
  const dy = around.committed.y[player]! - self.y;
  const interest = Math.min(1, (2 * (reach - Math.sqrt(dx * dx + dy * dy))) / reach);
  const patrolX = desired.x;
  const patrolY = desired.y;
  findIntercept(around, self, player, self.speed, meeting);
  headFor(self, meeting, self.speed, desired);
  desired.x = patrolX + (desired.x - patrolX) * interest;
  desired.y = patrolY + (desired.y - patrolY) * interest;
}
