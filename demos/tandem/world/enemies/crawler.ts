import { chance } from '../chance.ts';
import { createClosestWall, findClosestWall } from '../map/closest-wall.ts';
import { decay } from '../behavior/decay.ts';
import type { Entity } from '../entity.ts';
import { findPace } from '../behavior/find-pace.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createContact, skin, sweep } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

/** Beyond this many cells along the tunnel it turns back. */
const range = 8;
const parts = 3;
/** How near a wall has to be to cling to it, in cells from the center. */
const grip = 0.8;
const gravity = 22;

const contact = createContact();
const wall = createClosestWall();
const wish = createVector();
const pace = createVector();
const way = createVector();

/**
 * Crawls along walls, around every corner. `normal` is the wall that it clings to, (0, 0) while it falls to one; `goalX` is the
 * way round, 1 or -1; `goalY` its speed along the wall,
 * or down while it falls.
 */
export const crawler: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    if (self.epoch === 0) self.goalY = 0;
    const home = self.homeX - self.x;
    const turn = chance(around.seed, self.id, self.epoch);
    if (home * home > range * range) self.goalX = home * -self.normalY >= 0 ? 1 : -1;
    else if (self.epoch === 0 || turn < 0.4)
      self.goalX = chance(around.seed, self.id, self.epoch, 1) < 0.5 ? 1 : -1;
  },

  step(around: Surroundings, self: Entity): void {
    choosePace(around, self);
    const startX = self.x;
    const startY = self.y;
    for (let part = 0; part < parts; part++) {
      if (self.normalX === 0 && self.normalY === 0) fall(around, self);
      else crawl(around, self);
    }
    self.vx = (self.x - startX) / self.seconds;
    self.vy = (self.y - startY) / self.seconds;
    self.pushX = self.pushY = 0;
    self.faceX = -self.normalY * self.goalX;
    self.faceY = self.normalX * self.goalX;
  },
};

// Along the wall, as fast as it likes and as the others and the corners ahead allow. Leaves the speed in `pace.x`.
function choosePace(around: Surroundings, self: Entity): void {
  wish.x = -self.normalY * self.goalX * self.speed;
  wish.y = self.normalX * self.goalX * self.speed;
  findPace(around, self, wish, pace);
  keepApart(around, self, 1.4, 0.6, pace);
  pace.x = pace.y * self.normalX - pace.x * self.normalY;
}

function fall(around: Surroundings, self: Entity): void {
  const seconds = self.seconds / parts;
  way.x = 0;
  way.y = self.goalY * seconds + 0.5 * gravity * seconds * seconds;
  self.goalY += gravity * seconds;
  sweep(around.grid, self, way, contact);
  if (contact.fraction === 1) return;
  self.goalY = 0;
  cling(self, contact.normalX, contact.normalY);
}

function crawl(around: Surroundings, self: Entity): void {
  const seconds = self.seconds / parts;
  const keep = decay(6 * seconds);
  const length = pace.x * seconds + ((self.goalY - pace.x) * (1 - keep)) / 6;
  self.goalY = pace.x + (self.goalY - pace.x) * keep;
  way.x = -self.normalY * length;
  way.y = self.normalX * length;
  sweep(around.grid, self, way, contact);
  if (contact.fraction === 1) holdOn(around, self);
  else climb(around, self, length * (1 - contact.fraction));
}

// A wall ahead: it becomes the wall to cling to, and the rest of the way goes along it.
function climb(around: Surroundings, self: Entity, length: number): void {
  cling(self, contact.normalX, contact.normalY);
  way.x = -self.normalY * length;
  way.y = self.normalX * length;
  sweep(around.grid, self, way, contact);
}

// The wall nearest after the movement is the one below it, also around a corner, which it then follows as an arc.
function holdOn(around: Surroundings, self: Entity): void {
  findClosestWall(around.grid, self, grip, wall);
  cling(self, wall.normalX, wall.normalY);
  const gap = wall.distance - self.radius - skin;
  way.x = -wall.normalX * gap;
  way.y = -wall.normalY * gap;
  sweep(around.grid, self, way, contact);
}

function cling(self: Entity, normalX: number, normalY: number): void {
  self.normalX = normalX;
  self.normalY = normalY;
}
