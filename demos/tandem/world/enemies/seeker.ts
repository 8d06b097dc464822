import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { chooseGoal, type Goal, goalMemory, headFor, headForGoal, stayNearHome } from '../behavior/roam.ts';
import { type Attention, attentionMemory, watchPlayers } from '../behavior/watch.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import { eye, polygon } from './shape.ts';

const place = createVector();
const desired = createVector();
const chase = createVector();
const way = createVector();

/** Chases a player while it sees one, and patrols otherwise. */
export const seeker: KindDefinition<Entity<Goal & Attention>> = {
  radius: 0.34,
  color: 0xff4f64,
  speed: 3.5,
  minRate: 8,
  decisionPeriod: 1200,
  memory: { ...goalMemory, ...attentionMemory },
  // A dart.
  shape(pen, core) {
    polygon(pen, [1.3, 0, 0.1, 0.55, -1, 0.9, -0.55, 0, -1, -0.9, 0.1, -0.55]);
    eye(pen, core, 0.3, 0);
  },
  decide(around, self) {
    chooseGoal(around, self, 5, 4);
  },
  step(around, self) {
    const player = watchPlayers(around, self, 14);
    headForGoal(self, 0.6 * self.speed, desired);
    if (player >= 0) {
      place.x = around.committed.x[player]!;
      place.y = around.committed.y[player]!;
      headFor(self, place, self.speed, chase);
      desired.x += (chase.x - desired.x) * self.memory.attention;
      desired.y += (chase.y - desired.y) * self.memory.attention;
    }
    stayNearHome(self, 8, desired);
    findWay(around, self, desired, 4, way);
    keepApart(around, self, 1.6, 1, way);
    fly(around, self, way, 5);
  },
};
