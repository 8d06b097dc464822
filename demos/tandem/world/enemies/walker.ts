import { feel } from '../map/feel.ts';
import type { Entity } from '../entity.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

/** Cells per second per second; cells ahead that it feels for walls, and for the ground. */
const gravity = 22;
const ahead = 0.6;
const depth = 0.7;

const contact = createContact();
const way = createVector();
const place = createVector();

/** Walks to and fro on its ledge, carries a mortar, see there. `goalX` is the direction. */
export const walker: Behavior = {
  decide(_: Surroundings, self: Entity): void {
    if (self.goalX !== 1 && self.goalX !== -1) self.goalX = 1;
  },

  step(around: Surroundings, self: Entity): void {
    const isStanding = self.normalY < -0.5;
    if (isStanding && mustTurn(around, self)) self.goalX = -self.goalX;
    self.vx = (isStanding ? self.goalX * self.speed : self.vx) + self.pushX;
    self.pushX = self.pushY = 0;
    way.x = self.vx * self.seconds;
    way.y = self.vy * self.seconds + 0.5 * gravity * self.seconds * self.seconds;
    self.vy += gravity * self.seconds;
    slide(around.grid, self, way, 0, contact);
    self.normalX = contact.normalX;
    self.normalY = contact.normalY;
    self.faceX = self.goalX;
    self.faceY = 0;
  },
};

function mustTurn(around: Surroundings, self: Entity): boolean {
  way.x = self.goalX * ahead;
  way.y = 0;
  feel(around.grid, self, self.radius, way, contact);
  if (contact.fraction < 1) return contact.normalY > -0.5;
  place.x = self.x + way.x;
  place.y = self.y;
  way.x = 0;
  way.y = depth;
  feel(around.grid, place, self.radius, way, contact);
  return contact.fraction === 1;
}
