import { chance } from '../chance.ts';
import { entityId } from '../entity-id.ts';
import type { Entity } from '../entity.ts';
import { lookAlong } from '../fly.ts';
import { findIntercept } from '../intercept.ts';
import { Kind, traitsOf } from '../kind.ts';
import { Mutation } from '../mutation.ts';
import { type Behaviour, postTo, type Surroundings } from '../surroundings.ts';
import { createVector } from '../vector.ts';
import { watchPlayers } from '../watch.ts';

/** Bolts of one turret; they follow it in `world.entities` and belong to it for good. */
export const boltsPerTurret = 2;

const boltSpeed = traitsOf(Kind.bolt).speed;
const meeting = createVector();

/** Clings to a wall, aims ahead of the player whom it sees, sweeps its field otherwise, and shoots once a period. */
export const turret: Behaviour = {
  decide(around: Surroundings, self: Entity): void {
    if (self.epoch > 0) shoot(around, self);
    const side = 4 * chance(around.seed, self.id, self.epoch) - 2;
    self.goalX = self.normalX - self.normalY * side;
    self.goalY = self.normalY + self.normalX * side;
  },

  step(around: Surroundings, self: Entity, seconds: number): void {
    const player = watchPlayers(around, self, 16, seconds);
    let aimX = self.goalX;
    let aimY = self.goalY;
    if (player >= 0) {
      findIntercept(around, player, self.x, self.y, boltSpeed, meeting);
      aimX = meeting.x - self.x;
      aimY = meeting.y - self.y;
    }
    // The barrel cannot point into the wall behind it.
    const outwards = aimX * self.normalX + aimY * self.normalY;
    const size = Math.sqrt(aimX * aimX + aimY * aimY);
    const lift = Math.max(0, 0.2 * size - outwards);
    lookAlong(self, aimX + lift * self.normalX, aimY + lift * self.normalY, 3, seconds);
    self.pushX = self.pushY = 0;
  },
};

function shoot(around: Surroundings, self: Entity): void {
  const bolt = self.index + 1 + (self.shots % boltsPerTurret);
  if (around.committed.active[bolt] === 1) return;
  self.shots++;
  const id = entityId(self.id, self.shots);
  postTo(around, self, bolt, Mutation.launch, self.faceX * boltSpeed, self.faceY * boltSpeed, id);
}
