import type { Entity } from '../entity.ts';
import { ageOf, explode, flownIn } from '../behavior/missile.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

/** Cells per second per second. */
export const grenadeGravity = 18;
/** Milliseconds until it bursts, what is left of its speed when it bounces, and cells of its blast. */
const fuse = 2400;
const bounciness = 0.55;
const blast = 1.5;

const contact = createContact();
const way = createVector();

/** Bounces about until it bursts. */
export const grenade: Behavior = {
  decide(): void {},

  step(around: Surroundings, self: Entity): void {
    if (!self.active) return;
    if (ageOf(self) > fuse) return explode(around, self, blast);
    const seconds = flownIn(self);
    self.vx += self.pushX;
    self.vy += self.pushY;
    self.pushX = self.pushY = 0;
    way.x = self.vx * seconds;
    way.y = self.vy * seconds + 0.5 * grenadeGravity * seconds * seconds;
    self.vy += grenadeGravity * seconds;
    slide(around.grid, self, way, bounciness, contact);
  },
};
