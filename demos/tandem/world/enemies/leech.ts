import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { chooseGoal, type Goal, goalMemory, headFor, headForGoal, stayNearHome } from '../behavior/roam.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import { Mutation } from '../mutation.ts';
import { postTo, type Surroundings } from '../surroundings.ts';
import { eye, outline } from './shape.ts';

type Leech = Entity<
  Goal & {
    /** 1 while the leech clings to a robot, else 0. */
    isClinging: number;
    /** Local time until which the leech is dazed after it was brushed off. */
    dazedUntil: number;
  }
>;

/** Distance in cells at which a leech notices players. */
const reach = 9;
/** Distance in cells at which a leech clings to a player. */
const touch = 0.8;
/** Height in cells of a clinging leech above the center of the robot. */
const seat = 0.75;
/** Milliseconds for which a leech is dazed after it was brushed off. */
const daze = 2500;

const place = createVector();
const desired = createVector();
const way = createVector();

/** Clings to a robot, which then cannot jump until its partner brushes the leech off. */
export const leech: KindDefinition<Leech> = {
  radius: 0.24,
  color: 0xb4ff6a,
  speed: 3,
  minRate: 10,
  decisionPeriod: 1500,
  isDeadly: false,
  memory: { ...goalMemory, isClinging: 2, dazedUntil: 3 },
  // An oval body with six legs, like the parasite that is called tick.
  shape(pen, core) {
    pen.beginPath();
    for (const side of [-1, 1]) {
      for (const at of [-0.5, 0, 0.5]) {
        pen.moveTo(at, 0.4 * side);
        pen.lineTo(at * 1.7, 1.3 * side);
      }
    }
    pen.stroke();
    outline(pen, () => pen.ellipse(0, 0, 1, 0.65, 0, 0, 2 * Math.PI));
    eye(pen, core, 0.5, 0);
  },
  decide(around, self) {
    if (self.memory.isClinging === 0) chooseGoal(around, self, 4, 3);
  },
  step(around, self) {
    const { memory } = self;
    const host = around.committed.burden.indexOf(self.index);
    if (host >= 0) return ride(around, self, host);
    if (memory.isClinging === 1) {
      // It was brushed off.
      memory.isClinging = 0;
      self.homeX = self.x;
      self.homeY = self.y;
      memory.dazedUntil = self.localTime + daze;
    }
    roam(around, self, self.localTime >= memory.dazedUntil);
  },
};

function ride(around: Surroundings, self: Leech, host: number): void {
  const { committed } = around;
  self.memory.isClinging = 1;
  self.x = committed.x[host]!;
  self.y = committed.y[host]! - seat;
  self.vx = committed.vx[host]!;
  self.vy = committed.vy[host]!;
  self.pushX = self.pushY = 0;
}

function roam(around: Surroundings, self: Leech, isAwake: boolean): void {
  const player = isAwake ? findNearestPlayer(around, self, reach) : -1;
  if (player >= 0) chase(around, self, player);
  else {
    headForGoal(self, 0.5 * self.speed, desired);
    stayNearHome(self, 6, desired);
  }
  findWay(around, self, desired, 3, way);
  keepApart(around, self, 1.2, 1, way);
  fly(around, self, way, 5);
}

function chase(around: Surroundings, self: Leech, player: number): void {
  const { committed } = around;
  place.x = committed.x[player]!;
  place.y = committed.y[player]! - seat;
  headFor(self, place, 1.3 * self.speed, desired);
  const dx = place.x - self.x;
  const dy = place.y - self.y;
  if (dx * dx + dy * dy > touch * touch || committed.burden[player]! >= 0) return;
  way.x = way.y = 0;
  postTo(around, self, player, Mutation.cling, way);
}
