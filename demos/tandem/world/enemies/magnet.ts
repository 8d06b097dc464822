import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { chooseGoal, type Goal, goalMemory, headForGoal } from '../behavior/roam.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import { Mutation } from '../mutation.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import { postTo, type Surroundings } from '../surroundings.ts';
import { eye, outline } from './shape.ts';

/** Distance in cells within which a magnet pulls. */
const reach = 3;
/** Upper bound of the pull in cells/s². */
const strength = 1.2;

const found = createFound();
const desired = createVector();
const way = createVector();
const tug = createVector();

/** Hovers slowly, too heavy to be pushed, and pulls everything nearby, including players. */
export const magnet: KindDefinition<Entity<Goal>> = {
  radius: 0.42,
  color: 0xffd23f,
  speed: 0.8,
  minRate: 5,
  decisionPeriod: 2500,
  isDeadly: false,
  memory: goalMemory,
  // A horseshoe.
  shape(pen, core) {
    outline(pen, () => {
      pen.arc(0, 0, 1, 0.9, 2 * Math.PI - 0.9);
      pen.arc(0, 0, 0.45, 2 * Math.PI - 0.9, 0.9, true);
      pen.closePath();
    });
    eye(pen, core, 0.45, 0.57);
    eye(pen, core, 0.45, -0.57);
  },
  decide(around, self) {
    chooseGoal(around, self, 3, 3);
  },
  step(around, self) {
    headForGoal(self, self.speed, desired);
    findWay(around, self, desired, 2, way);
    keepApart(around, self, 1.6, 0.5, way);
    self.pushX = self.pushY = 0;
    fly(around, self, way, 2);
    pull(around, self);
  },
};

function pull(around: Surroundings, self: Entity<Goal>): void {
  const { committed } = around;
  const count = findNeighbors(around, self, reach, found);
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    const dx = self.x - committed.x[other]!;
    const dy = self.y - committed.y[other]!;
    const distance = Math.sqrt(dx * dx + dy * dy);
    // The pull falls to nothing at the reach, and at the magnet itself, where its direction would flip.
    const scale = (strength * self.seconds * (1 - distance / reach)) / (0.5 + distance);
    tug.x = dx * scale;
    tug.y = dy * scale;
    postTo(around, self, other, Mutation.push, tug);
  }
}
