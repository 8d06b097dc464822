import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { matchNeighbors } from '../behavior/match-neighbors.ts';
import { chooseGoal, type Goal, goalMemory, headForGoal, stayNearHome } from '../behavior/roam.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import { eye, polygon } from './shape.ts';

const desired = createVector();
const way = createVector();

/** Flies between places around its home, past walls, and aligns a little with its neighbors. */
export const flyer: KindDefinition<Entity<Goal>> = {
  radius: 0.3,
  color: 0x4fc3ff,
  speed: 2.5,
  minRate: 6,
  decisionPeriod: 1500,
  memory: goalMemory,
  shape(pen, core) {
    polygon(pen, [1.15, 0, -0.95, 1.05, -0.5, 0, -0.95, -1.05]);
    eye(pen, core, 0.15, 0);
  },
  decide(around, self) {
    chooseGoal(around, self, 6, 4);
  },
  step(around, self) {
    headForGoal(self, self.speed, desired);
    matchNeighbors(around, self, 2, 0.3, desired);
    stayNearHome(self, 7, desired);
    findWay(around, self, desired, 3, way);
    keepApart(around, self, 1.6, 1, way);
    fly(around, self, way, 4);
  },
};
