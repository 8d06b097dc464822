import { decay } from './decay.ts';
import type { Entity } from './entity.ts';
import { decideIntent, type Intent } from './player-script.ts';
import type { Behaviour, Surroundings } from './surroundings.ts';
import { createContact, slide } from './sweep.ts';
import { createVector } from './vector.ts';

/** Cells per second per second, and cells per second at take-off. */
const gravity = 30;
const jumpSpeed = 10;

const contact = createContact();
const way = createVector();
const intent: Intent = { run: 0, jump: false };

/**
 * A robot that runs and jumps. Nothing that enemies do changes its path, and it reads only itself, the other player and
 * the map: updated once a tick with the tick's length, the players run the same way whatever becomes of the enemies.
 */
export const player: Behaviour = {
  decide(): void {},

  step(around: Surroundings, self: Entity): void {
    const { seconds } = self;
    decideIntent(around, self, intent);
    const grounded = self.normalY < -0.5;
    if (grounded && intent.jump) self.vy = -jumpSpeed;
    run(self, intent.run * self.speed, grounded, seconds);
    way.x = self.vx * seconds;
    way.y = self.vy * seconds + 0.5 * gravity * seconds * seconds;
    self.vy += gravity * seconds;
    slide(around.grid, self, way, 0, contact);
    self.normalX = contact.normalX;
    self.normalY = contact.normalY;
    self.faceX = self.vx < 0 ? -1 : 1;
  },
};

function run(self: Entity, speed: number, grounded: boolean, seconds: number): void {
  const gain = (speed - self.vx) * (1 - decay((grounded ? 6 : 2) * seconds));
  self.vx += gain;
}
