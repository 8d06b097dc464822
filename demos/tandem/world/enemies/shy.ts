import { createClosestWall, findClosestWall } from '../map/closest-wall.ts';
import type { Entity } from '../entity.ts';
import { feel } from '../map/feel.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { chooseGoal, headForGoal, stayNearHome } from '../behavior/roam.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createContact } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

// Sixteen directions around the clock as literals: engines may differ in the last bit of their trigonometry.
const c1 = 0.9238795325112867;
const c2 = Math.SQRT1_2;
const c3 = 0.3826834323650898;
const clockX = new Float64Array([1, c1, c2, c3, 0, -c3, -c2, -c1, -1, -c1, -c2, -c3, 0, c3, c2, c1]);
const clockY = new Float64Array([0, c3, c2, c1, 1, c1, c2, c3, 0, -c3, -c2, -c1, -1, -c1, -c2, -c3]);

const sight = 4;
const wallReach = 3;
const fear = 9;

const contact = createContact();
const wall = createClosestWall();
const wish = createVector();
const feeler = createVector();

/** Keeps to the open: feels for space all around, shuns walls, company and above all players. */
export const shy: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 6, 3);
  },

  step(around: Surroundings, self: Entity): void {
    headForGoal(self, 0.5 * self.speed, wish);
    seekSpace(around, self);
    shunWall(around, self);
    fleePlayer(around, self);
    stayNearHome(self, 8, wish);
    keepApart(around, self, 2.5, 1.2, wish);
    fly(around, self, wish, 4);
  },
};

function seekSpace(around: Surroundings, self: Entity): void {
  let x = 0;
  let y = 0;
  for (let i = 0; i < clockX.length; i++) {
    const dx = clockX[i]!;
    const dy = clockY[i]!;
    feeler.x = dx * sight;
    feeler.y = dy * sight;
    feel(around.grid, self, self.radius, feeler, contact);
    x += dx * contact.fraction;
    y += dy * contact.fraction;
  }
  wish.x += (x * self.speed) / 8;
  wish.y += (y * self.speed) / 8;
}

function shunWall(around: Surroundings, self: Entity): void {
  findClosestWall(around.grid, self, wallReach, wall);
  const nearness = 1 - wall.distance / wallReach;
  wish.x += wall.normalX * nearness * self.speed;
  wish.y += wall.normalY * nearness * self.speed;
}

function fleePlayer(around: Surroundings, self: Entity): void {
  const player = findNearestPlayer(around, self, fear);
  if (player < 0) return;
  const dx = self.x - around.committed.x[player]!;
  const dy = self.y - around.committed.y[player]!;
  const distance = Math.sqrt(dx * dx + dy * dy);
  const scale = (2 * self.speed * (1 - distance / fear)) / (0.5 + distance);
  wish.x += dx * scale;
  wish.y += dy * scale;
}
