import { findWay } from '../behavior/find-way.ts';
import { lookAlong } from '../behavior/fly.ts';
import { findIntercept } from '../behavior/intercept.ts';
import { launch } from '../behavior/launch.ts';
import { type Attention, attentionMemory, watchPlayers } from '../behavior/watch.ts';
import { chance } from '../chance.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { bolt } from './bolt.ts';
import { barrel } from './shape.ts';

type Turret = Entity<
  Attention & {
    /** Direction in which the turret aims if no player is in sight. */
    idleX: number;
    idleY: number;
    shots: number;
  }
>;

const brings = [bolt, bolt];

const meeting = createVector();
const aim = createVector();
const clear = createVector();
const flight = createVector();

/** Clings to a wall, aims ahead of a player in sight or in a random direction, and shoots once per period. */
export const turret: KindDefinition<Turret> = {
  radius: 0.4,
  color: 0xb0b8c8,
  speed: 0,
  minRate: 5,
  decisionPeriod: 1000,
  isDeadly: false,
  beginsAtWall: true,
  brings,
  memory: { idleX: 0, idleY: 1, ...attentionMemory, shots: 3 },
  shape: barrel,
  decide(around, self) {
    if (self.decisionIndex > 0) shoot(around, self);
    const side = 4 * chance(around.seed, self.id, self.decisionIndex) - 2;
    self.memory.idleX = self.normalX - self.normalY * side;
    self.memory.idleY = self.normalY + self.normalX * side;
  },
  step(around, self) {
    const player = watchPlayers(around, self, 16);
    aim.x = self.memory.idleX;
    aim.y = self.memory.idleY;
    if (player >= 0) aimAhead(around, self, player);
    liftBarrel(self);
    findWay(around, self, aim, 6, clear);
    // Without a target the turret prefers a clear line of fire.
    const calm = 1 - self.memory.attention;
    aim.x += (clear.x - aim.x) * calm;
    aim.y += (clear.y - aim.y) * calm;
    lookAlong(self, aim, 3);
    self.pushX = self.pushY = 0;
  },
};

function aimAhead(around: Surroundings, self: Turret, player: number): void {
  findIntercept(around, self, player, bolt.speed, meeting);
  aim.x += (meeting.x - self.x - aim.x) * self.memory.attention;
  aim.y += (meeting.y - self.y - aim.y) * self.memory.attention;
}

// The barrel cannot point into the wall behind it.
function liftBarrel(self: Turret): void {
  const outwards = aim.x * self.normalX + aim.y * self.normalY;
  const length = Math.sqrt(aim.x * aim.x + aim.y * aim.y);
  const lift = Math.max(0, 0.2 * length - outwards);
  const scale = bolt.speed / Math.max(1e-9, length);
  aim.x = (aim.x + lift * self.normalX) * scale;
  aim.y = (aim.y + lift * self.normalY) * scale;
}

function shoot(around: Surroundings, self: Turret): void {
  flight.x = self.faceX * bolt.speed;
  flight.y = self.faceY * bolt.speed;
  launch(around, self, brings.length, flight);
}
