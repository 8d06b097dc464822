import { castRay } from '../cast-ray.ts';
import { chance } from '../chance.ts';
import { decay } from '../decay.ts';
import type { Entity } from '../entity.ts';
import { keepApart } from '../keep-apart.ts';
import { hasLineOfSight } from '../line-of-sight.ts';
import { findNearestPlayer } from '../nearest-player.ts';
import type { Behaviour, Surroundings } from '../surroundings.ts';
import { createContact, slide } from '../sweep.ts';
import { createVector } from '../vector.ts';

/** Cells per second per second, and cells per second at take-off. */
const gravity = 22;
const hopSpeed = 7.5;
/** Cells along the tunnel from its home. */
const range = 6;
const parts = 2;
/** How fast its motor brings it to speed, per second: enough to climb a diagonal. */
const torque = 10;

const contact = createContact();
const away = createVector();

/** A ball under gravity that drives along the ground, hops now and then, and rolls along with a player whom it sees. */
export const roller: Behaviour = {
  decide(around: Surroundings, self: Entity): void {
    if (self.normalY < 0 && chance(around.seed, self.id, self.epoch, 2) < 0.35) hop(self);
    const player = findNearestPlayer(around, self.x, self.y, 12);
    const { x, y } = around.committed;
    if (player >= 0 && hasLineOfSight(around.grid, self.x, self.y, x[player]!, y[player]!)) {
      self.goalX = Math.max(self.homeX - range, Math.min(self.homeX + range, x[player]!));
    } else if (chance(around.seed, self.id, self.epoch, 0) < 0.4) {
      self.goalX = self.homeX + (2 * chance(around.seed, self.id, self.epoch, 1) - 1) * range;
    }
  },

  step(around: Surroundings, self: Entity, seconds: number): void {
    self.vx += self.pushX;
    self.vy += self.pushY;
    self.pushX = self.pushY = 0;
    keepApart(around, self, 1.4, 1.5, away);
    const drive = chooseSpeed(around, self) + away.x;
    for (let part = 0; part < parts; part++) roll(around, self, drive, seconds / parts);
  },
};

function hop(self: Entity): void {
  self.vy -= hopSpeed;
  self.normalX = self.normalY = 0;
}

// Slows down before walls, however its goal lies behind them.
function chooseSpeed(around: Surroundings, self: Entity): number {
  const rest = 2 * (self.goalX - self.x);
  const wish = Math.max(-self.speed, Math.min(self.speed, rest));
  const sight = wish < 0 ? -1.5 : 1.5;
  const ahead = castRay(around.grid, self.x, self.y, sight, 0, false);
  const above = castRay(around.grid, self.x, self.y, sight, -1, false);
  return wish * Math.min(1, Math.max(0.2, 1.5 * Math.max(ahead, above) - 0.3));
}

function roll(around: Surroundings, self: Entity, drive: number, seconds: number): void {
  if (self.normalY < -0.3) pushOff(self, drive, seconds);
  const dx = self.vx * seconds;
  const dy = self.vy * seconds + 0.5 * gravity * seconds * seconds;
  self.vy += gravity * seconds;
  slide(around.grid, self, dx, dy, 0.3, contact);
  self.normalX = contact.normalX;
  self.normalY = contact.normalY;
  turnBy(self, (self.vx * seconds) / (2 * self.radius));
}

// The motor works along the ground only.
function pushOff(self: Entity, drive: number, seconds: number): void {
  const tangentX = -self.normalY;
  const tangentY = self.normalX;
  const speed = self.vx * tangentX + self.vy * tangentY;
  const gain = (drive - speed) * (1 - decay(torque * seconds));
  self.vx += gain * tangentX;
  self.vy += gain * tangentY;
}

// A rotation by twice atan(half), which is the angle rolled to second order, and stays exactly a rotation.
function turnBy(self: Entity, half: number): void {
  const scale = 1 / (1 + half * half);
  const cosine = (1 - half * half) * scale;
  const sine = 2 * half * scale;
  const { faceX, faceY } = self;
  self.faceX = faceX * cosine - faceY * sine;
  self.faceY = faceX * sine + faceY * cosine;
}
