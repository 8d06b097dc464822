import { ageOf, flightTime, type Missile, missileMemory, retire } from '../behavior/missile.ts';
import type { KindDefinition } from '../kind.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import { Mutation } from '../mutation.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import { postTo, type Surroundings } from '../surroundings.ts';
import { eye, polygon } from './shape.ts';

/** Duration of a flight in ms. A turret has two bolts and one shot per second, so a bolt is back in time for its next shot. */
const life = 1900;
/** Milliseconds after the shot in which a bolt touches nobody, so that it can leave its own turret. */
const harmlessTime = 150;
/** Fraction of a bolt's velocity that it adds per second to enemies that it touches. */
const dragging = 1;

const contact = createContact();
const found = createFound();
const way = createVector();
const drag = createVector();

/** Flies straight, bounces off walls, drags along the enemies that it touches, and hits players. */
export const bolt: KindDefinition<Missile> = {
  radius: 0.12,
  color: 0xfff3b0,
  speed: 7,
  minRate: 15,
  decisionPeriod: 60_000,
  isMissile: true,
  memory: missileMemory,
  lightScale: 2,
  shape(pen, core) {
    polygon(pen, [1.6, 0, 0, 0.7, -1.6, 0, 0, -0.7]);
    eye(pen, core, 0, 0);
  },
  step(around, self) {
    if (!self.active) return;
    const age = ageOf(self);
    if (age >= life) return retire(self);
    bend(self);
    const seconds = flightTime(self);
    way.x = self.vx * seconds;
    way.y = self.vy * seconds;
    slide(around.grid, self, way, 1, contact);
    self.faceX = self.vx / self.speed;
    self.faceY = self.vy / self.speed;
    if (age > harmlessTime) touch(around, self);
  },
};

// Pushes turn a bolt but do not change its speed.
function bend(self: Missile): void {
  const vx = self.vx + self.pushX;
  const vy = self.vy + self.pushY;
  self.pushX = self.pushY = 0;
  const scale = self.speed / Math.sqrt(vx * vx + vy * vy);
  self.vx = vx * scale;
  self.vy = vy * scale;
}

function touch(around: Surroundings, self: Missile): void {
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
  if (player >= 0 && self.memory.touching === 0) postTo(around, self, player, Mutation.hit, drag);
  self.memory.touching = player >= 0 ? 1 : 0;
}
