import { ageOf, explode, flightTime, type Missile, missileMemory } from '../behavior/missile.ts';
import type { KindDefinition } from '../kind.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import { mine } from './shape.ts';

/** Cells per second per second. */
export const grenadeGravity = 18;
/** Milliseconds until a grenade explodes. */
const fuse = 2400;
/** Fraction of the speed into a wall that a bounce returns. */
const bounciness = 0.55;
/** Radius of the blast in cells. */
const blast = 1.5;

const contact = createContact();
const way = createVector();

/** Bounces about until it explodes. */
export const grenade: KindDefinition<Missile> = {
  radius: 0.17,
  color: 0xffe08a,
  speed: 8,
  minRate: 20,
  decisionPeriod: 60_000,
  isMissile: true,
  memory: missileMemory,
  shape: mine,
  step(around, self) {
    if (!self.active) return;
    if (ageOf(self) > fuse) return explode(around, self, blast);
    const seconds = flightTime(self);
    self.vx += self.pushX;
    self.vy += self.pushY;
    self.pushX = self.pushY = 0;
    way.x = self.vx * seconds;
    way.y = self.vy * seconds + 0.5 * grenadeGravity * seconds * seconds;
    self.vy += grenadeGravity * seconds;
    slide(around.grid, self, way, bounciness, contact);
  },
};
