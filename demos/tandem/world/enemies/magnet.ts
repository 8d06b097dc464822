import type { Entity } from '../entity.ts';
import { findWay } from '../find-way.ts';
import { fly } from '../fly.ts';
import { keepApart } from '../keep-apart.ts';
import { Mutation } from '../mutation.ts';
import { findNeighbours } from '../neighbours.ts';
import { chooseGoal, headFor } from '../roam.ts';
import { type Behaviour, postTo, type Surroundings } from '../surroundings.ts';
import { createVector } from '../vector.ts';

/** Cells, and cells per second per second at the magnet. */
const reach = 3;
const strength = 2.5;

const found = new Int32Array(64);
const wish = createVector();
const way = createVector();
const away = createVector();

/** Hovers slowly and pulls whatever moves nearby, players too. */
export const magnet: Behaviour = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 3, 3);
  },

  step(around: Surroundings, self: Entity, seconds: number): void {
    headFor(self, self.goalX, self.goalY, self.speed, wish);
    findWay(around, self, wish.x, wish.y, 2, way);
    keepApart(around, self, 1.6, 1, away);
    fly(around, self, way.x + away.x, way.y + away.y, 2, seconds);
    pull(around, self, seconds);
  },
};

function pull(around: Surroundings, self: Entity, seconds: number): void {
  const { committed, neighbours } = around;
  const count = findNeighbours(neighbours, committed, self.x, self.y, reach, self.index, found);
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    const dx = self.x - committed.x[other]!;
    const dy = self.y - committed.y[other]!;
    const distance = Math.sqrt(dx * dx + dy * dy);
    // Fades to nothing at the reach, and at the magnet itself, where the direction would flip.
    const scale = (strength * seconds * (1 - distance / reach)) / (0.5 + distance);
    postTo(around, self, other, Mutation.push, dx * scale, dy * scale);
  }
}
