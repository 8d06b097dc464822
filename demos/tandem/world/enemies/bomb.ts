import { explode, flightTime, type Missile, missileMemory } from '../behavior/missile.ts';
import type { KindDefinition } from '../kind.ts';
import { createContact, sweep } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import { mine } from './shape.ts';

/** Gravity in cells/s², maximum speed in cells/s, and radius of the blast in cells. */
const gravity = 20;
const maxSpeed = 14;
const blast = 1.5;

const contact = createContact();
const way = createVector();

/** Falls, and explodes where it lands. */
export const bomb: KindDefinition<Missile> = {
  radius: 0.2,
  color: 0xffb199,
  speed: 8,
  minRate: 20,
  decisionPeriod: 60_000,
  isMissile: true,
  memory: missileMemory,
  shape: mine,
  step(around, self) {
    if (!self.active) return;
    const seconds = flightTime(self);
    way.x = self.vx * seconds;
    way.y = self.vy * seconds + 0.5 * gravity * seconds * seconds;
    self.vy = Math.min(maxSpeed, self.vy + gravity * seconds);
    sweep(around.grid, self, way, contact);
    if (contact.fraction < 1) explode(around, self, blast);
  },
};
