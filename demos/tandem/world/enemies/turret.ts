import { chance } from '../chance.ts';
import type { Entity } from '../entity.ts';
import { findWay } from '../behavior/find-way.ts';
import { lookAlong } from '../behavior/fly.ts';
import { findIntercept } from '../behavior/intercept.ts';
import { Kind, traitsOf } from '../kind.ts';
import { launch } from '../behavior/launch.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';
import { watchPlayers } from '../behavior/watch.ts';

const boltSpeed = traitsOf(Kind.bolt).speed;
const meeting = createVector();
const aim = createVector();
const clear = createVector();
const flight = createVector();

/** Clings to a wall, aims ahead of the player whom it sees, sweeps its field otherwise, and shoots once a period. */
export const turret: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    if (self.epoch > 0) shoot(around, self);
    const side = 4 * chance(around.seed, self.id, self.epoch) - 2;
    self.goalX = self.normalX - self.normalY * side;
    self.goalY = self.normalY + self.normalX * side;
  },

  step(around: Surroundings, self: Entity): void {
    const player = watchPlayers(around, self, 16);
    aim.x = self.goalX;
    aim.y = self.goalY;
    if (player >= 0) aimAhead(around, self, player);
    liftBarrel(self);
    findWay(around, self, aim, 6, clear);
    // Down a clear line as long as there is nobody to hit.
    const calm = 1 - self.attention;
    aim.x += (clear.x - aim.x) * calm;
    aim.y += (clear.y - aim.y) * calm;
    lookAlong(self, aim, 3);
    self.pushX = self.pushY = 0;
  },
};

function aimAhead(around: Surroundings, self: Entity, player: number): void {
  findIntercept(around, self, player, boltSpeed, meeting);
  aim.x += (meeting.x - self.x - aim.x) * self.attention;
  aim.y += (meeting.y - self.y - aim.y) * self.attention;
}

// The barrel cannot point into the wall behind it.
function liftBarrel(self: Entity): void {
  const outwards = aim.x * self.normalX + aim.y * self.normalY;
  const length = Math.sqrt(aim.x * aim.x + aim.y * aim.y);
  const lift = Math.max(0, 0.2 * length - outwards);
  const scale = boltSpeed / Math.max(1e-9, length);
  aim.x = (aim.x + lift * self.normalX) * scale;
  aim.y = (aim.y + lift * self.normalY) * scale;
}

function shoot(around: Surroundings, self: Entity): void {
  flight.x = self.faceX * boltSpeed;
  flight.y = self.faceY * boltSpeed;
  launch(around, self, flight);
}
