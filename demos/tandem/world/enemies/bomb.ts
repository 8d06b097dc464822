import type { Entity } from '../entity.ts';
import { explode, flownIn } from '../behavior/missile.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createContact, sweep } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

/** Cells per second per second, cells per second, and cells. */
const gravity = 20;
const fastest = 14;
const blast = 1.5;

const contact = createContact();
const way = createVector();

/** Falls, and bursts where it lands. */
export const bomb: Behavior = {
  decide(): void {},

  step(around: Surroundings, self: Entity): void {
    if (!self.active) return;
    const seconds = flownIn(self);
    way.x = self.vx * seconds;
    way.y = self.vy * seconds + 0.5 * gravity * seconds * seconds;
    self.vy = Math.min(fastest, self.vy + gravity * seconds);
    sweep(around.grid, self, way, contact);
    if (contact.fraction < 1) explode(around, self, blast);
  },
};
