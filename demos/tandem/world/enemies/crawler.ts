import { chance } from '../chance.ts';
import { createClosestWall, findClosestWall } from '../closest-wall.ts';
import { decay } from '../decay.ts';
import type { Entity } from '../entity.ts';
import { keepApart } from '../keep-apart.ts';
import type { Behaviour, Surroundings } from '../surroundings.ts';
import { createContact, skin, sweep } from '../sweep.ts';
import { createVector } from '../vector.ts';

/** Beyond this many cells along the tunnel it turns back. */
const range = 8;
const parts = 2;
const gravity = 22;

const contact = createContact();
const wall = createClosestWall();
const away = createVector();

/**
 * Crawls along walls, around every corner. `normal` is the wall that it clings to, (0, 0) while it falls to one; `goalX` is the
 * way round, 1 or -1; `goalY` its speed along the wall.
 */
export const crawler: Behaviour = {
  decide(around: Surroundings, self: Entity): void {
    if (self.epoch === 0) self.goalY = 0;
    const home = self.homeX - self.x;
    const turn = chance(around.seed, self.id, self.epoch);
    if (home * home > range * range) self.goalX = home * -self.normalY >= 0 ? 1 : -1;
    else if (self.epoch === 0 || turn < 0.4) self.goalX = chance(around.seed, self.id, self.epoch, 1) < 0.5 ? 1 : -1;
  },

  step(around: Surroundings, self: Entity, seconds: number): void {
    keepApart(around, self, 1.4, 1, away);
    const startX = self.x;
    const startY = self.y;
    for (let part = 0; part < parts; part++) {
      if (self.normalX === 0 && self.normalY === 0) fall(around, self, seconds / parts);
      else crawl(around, self, seconds / parts);
    }
    if (seconds === 0) return;
    self.vx = (self.x - startX) / seconds;
    self.vy = (self.y - startY) / seconds;
    self.pushX = self.pushY = 0;
    self.faceX = -self.normalY * self.goalX;
    self.faceY = self.normalX * self.goalX;
  },
};

function fall(around: Surroundings, self: Entity, seconds: number): void {
  const fallen = self.vy * seconds + 0.5 * gravity * seconds * seconds;
  self.vy += gravity * seconds;
  sweep(around.grid, self, 0, fallen, contact);
  if (contact.fraction < 1) cling(self, contact.normalX, contact.normalY);
}

function crawl(around: Surroundings, self: Entity, seconds: number): void {
  const tangentX = -self.normalY;
  const tangentY = self.normalX;
  const aim = self.goalX * self.speed + (away.x * tangentX + away.y * tangentY);
  const keep = decay(6 * seconds);
  const way = aim * seconds + ((self.goalY - aim) * (1 - keep)) / 6;
  self.goalY = aim + (self.goalY - aim) * keep;
  sweep(around.grid, self, tangentX * way, tangentY * way, contact);
  if (contact.fraction < 1) climb(around, self, way * (1 - contact.fraction));
  else holdOn(around, self);
}

// A wall ahead: it becomes the wall to cling to, and the rest of the way goes along it.
function climb(around: Surroundings, self: Entity, way: number): void {
  cling(self, contact.normalX, contact.normalY);
  sweep(around.grid, self, -self.normalY * way, self.normalX * way, contact);
}

// The wall nearest after the movement is the one below it, also around a corner, which it then follows as an arc.
function holdOn(around: Surroundings, self: Entity): void {
  findClosestWall(around.grid, self.x, self.y, self.radius + 0.5, wall);
  if (wall.normalX === 0 && wall.normalY === 0) {
    self.normalX = self.normalY = 0;
    self.vy = 0;
    return;
  }
  cling(self, wall.normalX, wall.normalY);
  const gap = wall.distance - self.radius - skin;
  sweep(around.grid, self, -wall.normalX * gap, -wall.normalY * gap, contact);
}

function cling(self: Entity, normalX: number, normalY: number): void {
  self.normalX = normalX;
  self.normalY = normalY;
}
