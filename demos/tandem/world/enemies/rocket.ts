import type { Entity } from '../entity.ts';
import { lookAlong } from '../behavior/fly.ts';
import { ageOf, explode, flownIn } from '../behavior/missile.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createContact, sweep } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';

/** Milliseconds of fuel; how fast it turns, per second; cells at which it finds players, and of its blast. */
const fuel = 7000;
const agility = 2.4;
const reach = 25;
const blast = 1.1;

const contact = createContact();
const way = createVector();

/** Turns after the nearest player, and bursts at whatever it runs into. */
export const rocket: Behavior = {
  decide(): void {},

  step(around: Surroundings, self: Entity): void {
    if (!self.active) return;
    if (ageOf(self) > fuel) return explode(around, self, blast);
    const seconds = flownIn(self);
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
