import type { Entity } from '../entity.ts';
import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { Mutation } from '../mutation.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { chooseGoal, headFor, headForGoal, stayNearHome } from '../behavior/roam.ts';
import { type Behavior, postTo, type Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';

/** Cells at which it notices players, at which it clings, and over a robot's center at which it sits. */
const reach = 9;
const touch = 0.8;
const seat = 0.75;
/** Milliseconds for which it is dazed once it was brushed off. */
const daze = 2500;

const place = createVector();
const wish = createVector();
const way = createVector();

/**
 * Clings to a robot, which cannot jump until its partner comes and brushes it off. `attention` is 1 while it clings, `shots` the time
 * until which it is dazed once that is over.
 */
export const leech: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    if (self.attention === 0) chooseGoal(around, self, 4, 3);
  },

  step(around: Surroundings, self: Entity): void {
    const host = around.committed.burden.indexOf(self.index);
    if (host >= 0) return ride(around, self, host);
    if (self.attention === 1) {
      // Brushed off.
      self.attention = 0;
      self.homeX = self.x;
      self.homeY = self.y;
      self.shots = self.localTime + daze;
    }
    roam(around, self, self.localTime >= self.shots);
  },
};

function ride(around: Surroundings, self: Entity, host: number): void {
  const { committed } = around;
  self.attention = 1;
  self.x = committed.x[host]!;
  self.y = committed.y[host]! - seat;
  self.vx = committed.vx[host]!;
  self.vy = committed.vy[host]!;
  self.pushX = self.pushY = 0;
}

function roam(around: Surroundings, self: Entity, isAwake: boolean): void {
  const player = isAwake ? findNearestPlayer(around, self, reach) : -1;
  if (player >= 0) chase(around, self, player);
  else {
    headForGoal(self, 0.5 * self.speed, wish);
    stayNearHome(self, 6, wish);
  }
  findWay(around, self, wish, 3, way);
  keepApart(around, self, 1.2, 1, way);
  fly(around, self, way, 5);
}

function chase(around: Surroundings, self: Entity, player: number): void {
  const { committed } = around;
  place.x = committed.x[player]!;
  place.y = committed.y[player]! - seat;
  headFor(self, place, 1.3 * self.speed, wish);
  const dx = place.x - self.x;
  const dy = place.y - self.y;
  if (dx * dx + dy * dy > touch * touch || committed.burden[player]! >= 0) return;
  way.x = way.y = 0;
  postTo(around, self, player, Mutation.cling, way);
}
