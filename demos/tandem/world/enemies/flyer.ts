import type { Entity } from '../entity.ts';
import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { chooseGoal, headForGoal, stayNearHome } from '../behavior/roam.ts';
import { matchNeighbors } from '../behavior/match-neighbors.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';

const wish = createVector();
const way = createVector();

/** Flies between places around its home, past walls, and a little along with its neighbors. */
export const flyer: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 6, 4);
  },

  step(around: Surroundings, self: Entity): void {
    headForGoal(self, self.speed, wish);
    matchNeighbors(around, self, 2, 0.3, wish);
    stayNearHome(self, 7, wish);
    findWay(around, self, wish, 3, way);
    keepApart(around, self, 1.6, 1, way);
    fly(around, self, way, 4);
  },
};
