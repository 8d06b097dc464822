import { chance } from '../chance.ts';
import { decay } from '../behavior/decay.ts';
import type { Entity } from '../entity.ts';
import { findPace } from '../behavior/find-pace.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { canSee } from '../behavior/line-of-sight.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

/** Cells per second per second, and cells per second at take-off. */
const gravity = 22;
const hopSpeed = 7.5;
/** Little, since each bounce multiplies the differences between two update rates. */
const bounciness = 0.1;
/** Cells along the tunnel from its home. */
const range = 6;
const parts = 4;
/** How fast its motor brings it to speed, per second: enough to climb a diagonal. */
const torque = 10;

const contact = createContact();
const wish = createVector();
const drive = createVector();
const way = createVector();

/** A ball under gravity that drives along the ground, hops now and then, and rolls along with a player whom it sees. */
export const roller: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    if (self.normalY < 0 && chance(around.seed, self.id, self.epoch, 2) < 0.2) hop(self);
    const player = findNearestPlayer(around, self, 12);
    if (player >= 0 && canSee(around, self, player)) {
      const { x } = around.committed;
      self.goalX = Math.max(self.homeX - range, Math.min(self.homeX + range, x[player]!));
    } else if (chance(around.seed, self.id, self.epoch, 0) < 0.4) {
      self.goalX = self.homeX + (2 * chance(around.seed, self.id, self.epoch, 1) - 1) * range;
    }
  },

  step(around: Surroundings, self: Entity): void {
    self.vx += self.pushX;
    self.vy += self.pushY;
    self.pushX = self.pushY = 0;
    chooseSpeed(around, self);
    for (let part = 0; part < parts; part++) roll(around, self);
  },
};

function hop(self: Entity): void {
  self.vy -= hopSpeed;
  self.normalX = self.normalY = 0;
}

// Towards its goal, as fast as what is ahead on the ground allows. Leaves the speed in `drive.x`.
function chooseSpeed(around: Surroundings, self: Entity): void {
  const rest = 2 * (self.goalX - self.x);
  const speed = Math.max(-self.speed, Math.min(self.speed, rest));
  wish.x = -self.normalY * speed;
  wish.y = self.normalX * speed;
  findPace(around, self, wish, drive);
  keepApart(around, self, 1.4, 1, drive);
  drive.x = drive.y * self.normalX - drive.x * self.normalY;
}

function roll(around: Surroundings, self: Entity): void {
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
function pushOff(self: Entity): void {
  const tangentX = -self.normalY;
  const tangentY = self.normalX;
  const speed = self.vx * tangentX + self.vy * tangentY;
  const gain = (drive.x - speed) * (1 - decay((torque * self.seconds) / parts));
  self.vx += gain * tangentX;
  self.vy += gain * tangentY;
}

// A rotation by twice the arc tangent of `half`, which is the angle rolled to second order, and is exactly a rotation.
function turn(self: Entity): void {
  const half = (self.vx * self.seconds) / (parts * 2 * self.radius);
  const scale = 1 / (1 + half * half);
  const cosine = (1 - half * half) * scale;
  const sine = 2 * half * scale;
  const { faceX, faceY } = self;
  self.faceX = faceX * cosine - faceY * sine;
  self.faceY = faceX * sine + faceY * cosine;
}
