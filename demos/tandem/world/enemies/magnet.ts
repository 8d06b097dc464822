import type { Entity } from '../entity.ts';
import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { Mutation } from '../mutation.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import { chooseGoal, headForGoal } from '../behavior/roam.ts';
import { type Behavior, postTo, type Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';

/** Cells, and cells per second per second at the magnet. */
const reach = 3;
const strength = 1.2;

const found = createFound();
const wish = createVector();
const way = createVector();
const tug = createVector();

/** Hovers slowly, too heavy to be moved, and pulls whatever moves nearby, players too. */
export const magnet: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 3, 3);
  },

  step(around: Surroundings, self: Entity): void {
    headForGoal(self, self.speed, wish);
    findWay(around, self, wish, 2, way);
    keepApart(around, self, 1.6, 0.5, way);
    self.pushX = self.pushY = 0;
    fly(around, self, way, 2);
    pull(around, self);
  },
};

function pull(around: Surroundings, self: Entity): void {
  const { committed } = around;
  const count = findNeighbors(around, self, reach, found);
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    const dx = self.x - committed.x[other]!;
    const dy = self.y - committed.y[other]!;
    const distance = Math.sqrt(dx * dx + dy * dy);
    // Fades to nothing at the reach, and at the magnet itself, where the direction would flip.
    const scale = (strength * self.seconds * (1 - distance / reach)) / (0.5 + distance);
    tug.x = dx * scale;
    tug.y = dy * scale;
    postTo(around, self, other, Mutation.push, tug);
  }
}
