import { explode, flightTime, type Missile, missileMemory } from '../behavior/missile.ts';
import type { KindDefinition } from '../kind.ts';
import { createContact, sweep } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import { mine } from './shape.ts';

/** Cells/s². */
const gravity = 20;
/** Cells/s. */
const maxSpeed = 14;
/** Radius of the blast in cells. */
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
