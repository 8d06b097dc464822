import type { Entity } from '../entity.ts';
import { ageOf, flownIn, retire } from '../behavior/missile.ts';
import { Mutation } from '../mutation.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import { type Behavior, postTo, type Surroundings } from '../surroundings.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

/** Milliseconds that a bolt flies; it is back in time for its turret's next shot but one. */
const life = 1900;
/** Milliseconds in which it cannot touch anybody, so that it gets out of its own turret. */
const harmless = 150;
/** Share of its velocity that it gives per second to what it touches. */
const dragging = 1;

const contact = createContact();
const found = createFound();
const way = createVector();
const drag = createVector();

/**
 * Flies straight, is thrown back by walls, drags along what it touches and counts as a hit on players. Its record lasts
 * for good, its id for one flight; `goalX` is when it was launched, `goalY` 1 while it touches a player, -1 before its first
 * step.
 */
export const bolt: Behavior = {
  decide(): void {},

  step(around: Surroundings, self: Entity): void {
    if (!self.active) return;
    const age = ageOf(self);
    if (age >= life) {
      retire(self);
      return;
    }
    bend(self);
    const seconds = flownIn(self);
    way.x = self.vx * seconds;
    way.y = self.vy * seconds;
    slide(around.grid, self, way, 1, contact);
    self.faceX = self.vx / self.speed;
    self.faceY = self.vy / self.speed;
    if (age > harmless) touch(around, self);
  },
};

// Pushes turn a bolt but do not change its speed.
function bend(self: Entity): void {
  const vx = self.vx + self.pushX;
  const vy = self.vy + self.pushY;
  self.pushX = self.pushY = 0;
  const scale = self.speed / Math.sqrt(vx * vx + vy * vy);
  self.vx = vx * scale;
  self.vy = vy * scale;
}

function touch(around: Surroundings, self: Entity): void {
  const { committed, playerCount } = around;
  const count = findNeighbors(around, self, 0.6, found);
  drag.x = dragging * self.seconds * self.vx;
  drag.y = dragging * self.seconds * self.vy;
  let player = -1;
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    const dx = committed.x[other]! - self.x;
    const dy = committed.y[other]! - self.y;
    const near = self.radius + committed.radius[other]!;
    if (dx * dx + dy * dy > near * near) continue;
    if (other < playerCount) player = other;
    else postTo(around, self, other, Mutation.push, drag);
  }
  if (player >= 0 && self.goalY === 0) postTo(around, self, player, Mutation.hit, drag);
  self.goalY = player >= 0 ? 1 : 0;
}
