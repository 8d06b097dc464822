import { decay } from '../behavior/decay.ts';
import { findPace } from '../behavior/find-pace.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { chance } from '../chance.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createClosestWall, findClosestWall } from '../map/closest-wall.ts';
import { createContact, skin, sweep } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { eye, outline } from './shape.ts';

type Crawler = Entity<{
  /** 1 or -1: the direction along the wall. */
  direction: number;
  /** Speed along the wall, or downwards during a fall. */
  pace: number;
}>;

/** Maximum horizontal distance from home in cells. Beyond it a crawler turns back. */
const range = 8;
/** Number of parts into which a step is divided. */
const parts = 3;
/** Maximum distance in cells between the center of a crawler and a wall to which it can cling. */
const grip = 0.8;
/** Cells/s². */
const gravity = 22;

const contact = createContact();
const wall = createClosestWall();
const desired = createVector();
const pace = createVector();
const way = createVector();

/** Crawls along walls and around every corner. The normal of a crawler that falls is (0, 0). */
export const crawler: KindDefinition<Crawler> = {
  radius: 0.3,
  color: 0x9be04f,
  speed: 1.8,
  minRate: 10,
  decisionPeriod: 2000,
  isHeavy: true,
  beginsAtWall: true,
  memory: { direction: 0, pace: 1 },
  pose: 'wall',
  // A dome on the ground with four feet.
  shape(pen, core) {
    pen.beginPath();
    for (const foot of [-0.75, -0.25, 0.25, 0.75]) {
      pen.moveTo(foot * 0.8, 0.4);
      pen.lineTo(foot * 1.25, 0.95);
    }
    pen.stroke();
    outline(pen, () => {
      pen.arc(0, 0.45, 1.05, Math.PI, 0);
      pen.closePath();
    });
    eye(pen, core, 0.5, 0.05);
  },
  decide(around, self) {
    const { memory } = self;
    if (self.decisionIndex === 0) memory.pace = 0;
    const home = self.homeX - self.x;
    const turn = chance(around.seed, self.id, self.decisionIndex);
    if (home * home > range * range) memory.direction = home * -self.normalY >= 0 ? 1 : -1;
    else if (self.decisionIndex === 0 || turn < 0.4)
      memory.direction = chance(around.seed, self.id, self.decisionIndex, 1) < 0.5 ? 1 : -1;
  },
  step(around, self) {
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
    self.faceX = -self.normalY * self.memory.direction;
    self.faceY = self.normalX * self.memory.direction;
  },
};

// Writes the speed along the wall into `pace.x`. It is limited by other enemies and by corners
// ahead.
function choosePace(around: Surroundings, self: Crawler): void {
  desired.x = -self.normalY * self.memory.direction * self.speed;
  desired.y = self.normalX * self.memory.direction * self.speed;
  findPace(around, self, desired, pace);
  keepApart(around, self, 1.4, 0.6, pace);
  pace.x = pace.y * self.normalX - pace.x * self.normalY;
}

function fall(around: Surroundings, self: Crawler): void {
  const seconds = self.seconds / parts;
  way.x = 0;
  way.y = self.memory.pace * seconds + 0.5 * gravity * seconds * seconds;
  self.memory.pace += gravity * seconds;
  sweep(around.grid, self, way, contact);
  if (contact.fraction === 1) return;
  self.memory.pace = 0;
  cling(self, contact.normalX, contact.normalY);
}

function crawl(around: Surroundings, self: Crawler): void {
  const seconds = self.seconds / parts;
  const keep = decay(6 * seconds);
  const length = pace.x * seconds + ((self.memory.pace - pace.x) * (1 - keep)) / 6;
  self.memory.pace = pace.x + (self.memory.pace - pace.x) * keep;
  way.x = -self.normalY * length;
  way.y = self.normalX * length;
  sweep(around.grid, self, way, contact);
  if (contact.fraction === 1) holdOn(around, self);
  else climb(around, self, length * (1 - contact.fraction));
}

// The crawler clings to the wall ahead, and continues along this wall.
function climb(around: Surroundings, self: Crawler, length: number): void {
  cling(self, contact.normalX, contact.normalY);
  way.x = -self.normalY * length;
  way.y = self.normalX * length;
  sweep(around.grid, self, way, contact);
}

// Keeps the contact: the closest wall after the movement is the wall below the crawler. Around an
// outer corner its path is an arc.
function holdOn(around: Surroundings, self: Crawler): void {
  findClosestWall(around.grid, self, grip, wall);
  cling(self, wall.normalX, wall.normalY);
  const gap = wall.distance - self.radius - skin;
  way.x = -wall.normalX * gap;
  way.y = -wall.normalY * gap;
  sweep(around.grid, self, way, contact);
}

function cling(self: Crawler, normalX: number, normalY: number): void {
  self.normalX = normalX;
  self.normalY = normalY;
}
