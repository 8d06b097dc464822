import { lookAlong } from '../behavior/fly.ts';
import { ageOf, explode, flightTime, type Missile, missileMemory } from '../behavior/missile.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import type { KindDefinition } from '../kind.ts';
import { createContact, sweep } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import { eye, polygon } from './shape.ts';

/** Milliseconds for which a rocket flies. */
const fuel = 7000;
/** Rate per second at which a rocket turns toward its target. */
const agility = 2.4;
/** Distance in cells within which a rocket finds players. */
const reach = 25;
/** Radius of the blast in cells. */
const blast = 1.1;

const contact = createContact();
const way = createVector();

/** Turns toward the nearest player, and explodes at the first wall or after seven seconds. */
export const rocket: KindDefinition<Missile> = {
  radius: 0.18,
  color: 0xff7043,
  speed: 5,
  minRate: 20,
  decisionPeriod: 60_000,
  isMissile: true,
  memory: missileMemory,
  shape(pen, core) {
    polygon(pen, [-1.4, 0.9, -1, 0.4, 0.6, 0.4, 1.6, 0, 0.6, -0.4, -1, -0.4, -1.4, -0.9]);
    eye(pen, core, 0.4, 0);
  },
  step(around, self) {
    if (!self.active) return;
    if (ageOf(self) > fuel) return explode(around, self, blast);
    const seconds = flightTime(self);
    const player = findNearestPlayer(around, self, reach);
    if (player >= 0) {
      way.x = around.committed.x[player]! - self.x;
      way.y = around.committed.y[player]! - self.y;
      lookAlong(self, way, agility);
    }
    self.vx = self.faceX * self.speed;
    self.vy = self.faceY * self.speed;
    self.pushX = self.pushY = 0;
    way.x = self.vx * seconds;
    way.y = self.vy * seconds;
    sweep(around.grid, self, way, contact);
    if (contact.fraction < 1) explode(around, self, blast);
  },
};
