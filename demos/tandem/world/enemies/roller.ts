import { decay } from '../behavior/decay.ts';
import { findPace } from '../behavior/find-pace.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { canSee } from '../behavior/line-of-sight.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { chance } from '../chance.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { disc } from './shape.ts';

type Roller = Entity<{
  /** The x coordinate to which the roller rolls. */
  goalX: number;
}>;

/** Cells/s². */
const gravity = 22;
/** Speed of a hop at take-off, in cells/s. */
const hopSpeed = 7.5;
/**
 * Fraction of the speed into a wall that a bounce returns. It is small, because each bounce
 * multiplies the differences between two update rates.
 */
const bounciness = 0.1;
/** Maximum horizontal distance in cells between a goal and the home of a roller. */
const range = 6;
/** Number of parts into which a step is divided. */
const parts = 4;
/** Rate per second at which the motor approaches the wanted speed: enough to climb a diagonal. */
const torque = 10;

const contact = createContact();
const desired = createVector();
const drive = createVector();
const way = createVector();

/** A ball under gravity that drives along the ground, hops at random, and follows players in sight. */
export const roller: KindDefinition<Roller> = {
  radius: 0.38,
  color: 0xff8a3c,
  speed: 3.5,
  minRate: 20,
  decisionPeriod: 1000,
  isHeavy: true,
  memory: { goalX: 0 },
  // A wheel with three spokes.
  shape(pen, core) {
    disc(pen);
    pen.beginPath();
    for (const angle of [0, 2.0944, 4.1888]) {
      pen.moveTo(0.25 * Math.cos(angle), 0.25 * Math.sin(angle));
      pen.lineTo(0.72 * Math.cos(angle), 0.72 * Math.sin(angle));
    }
    pen.strokeStyle = core;
    pen.stroke();
  },
  decide(around, self) {
    if (self.normalY < 0 && chance(around.seed, self.id, self.decisionIndex, 2) < 0.2) hop(self);
    const player = findNearestPlayer(around, self, 12);
    if (player >= 0 && canSee(around, self, player)) {
      const { x } = around.committed;
      self.memory.goalX = Math.max(self.homeX - range, Math.min(self.homeX + range, x[player]!));
    } else if (chance(around.seed, self.id, self.decisionIndex, 0) < 0.4) {
      self.memory.goalX = self.homeX + (2 * chance(around.seed, self.id, self.decisionIndex, 1) - 1) * range;
    }
  },
  step(around, self) {
    self.vx += self.pushX;
    self.vy += self.pushY;
    self.pushX = self.pushY = 0;
    chooseSpeed(around, self);
    for (let part = 0; part < parts; part++) roll(around, self);
  },
};

function hop(self: Roller): void {
  self.vy -= hopSpeed;
  self.normalX = self.normalY = 0;
}

// Writes the speed along the ground toward its goal into `drive.x`. It is limited by walls and
// other enemies.
function chooseSpeed(around: Surroundings, self: Roller): void {
  const rest = 2 * (self.memory.goalX - self.x);
  const speed = Math.max(-self.speed, Math.min(self.speed, rest));
  desired.x = -self.normalY * speed;
  desired.y = self.normalX * speed;
  findPace(around, self, desired, drive);
  keepApart(around, self, 1.4, 1, drive);
  drive.x = drive.y * self.normalX - drive.x * self.normalY;
}

function roll(around: Surroundings, self: Roller): void {
  const seconds = self.seconds / parts;
  if (self.normalY < -0.3) pushOff(self);
  way.x = self.vx * seconds;
  way.y = self.vy * seconds + 0.5 * gravity * seconds * seconds;
  self.vy += gravity * seconds;
  slide(around.grid, self, way, bounciness, contact);
  self.normalX = contact.normalX;
  self.normalY = contact.normalY;
  turn(self);
}

// The motor works along the ground only.
function pushOff(self: Roller): void {
  const tangentX = -self.normalY;
  const tangentY = self.normalX;
  const speed = self.vx * tangentX + self.vy * tangentY;
  const gain = (drive.x - speed) * (1 - decay((torque * self.seconds) / parts));
  self.vx += gain * tangentX;
  self.vy += gain * tangentY;
}

// Rotates the face by twice the arc tangent of `half`. The result is exactly a rotation, and its angle
// is the rolled angle up to second order. It needs no trigonometric functions, whose results differ
// in the last bit between engines.
function turn(self: Roller): void {
  const half = (self.vx * self.seconds) / (parts * 2 * self.radius);
  const scale = 1 / (1 + half * half);
  const cosine = (1 - half * half) * scale;
  const sine = 2 * half * scale;
  const { faceX, faceY } = self;
  self.faceX = faceX * cosine - faceY * sine;
  self.faceY = faceX * sine + faceY * cosine;
}
