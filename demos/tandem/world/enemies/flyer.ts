import type { Entity } from '../entity.ts';
import { findWay } from '../find-way.ts';
import { fly } from '../fly.ts';
import { keepApart } from '../keep-apart.ts';
import { chooseGoal, headFor, stayNearHome } from '../roam.ts';
import { matchNeighbours } from '../match-neighbours.ts';
import type { Behaviour, Surroundings } from '../surroundings.ts';
import { createVector } from '../vector.ts';

const wish = createVector();
const way = createVector();
const away = createVector();
const flock = createVector();

/** Flies between places around its home, past walls, and a little along with its neighbours. */
export const flyer: Behaviour = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 6, 4);
  },

  step(around: Surroundings, self: Entity, seconds: number): void {
    headFor(self, self.goalX, self.goalY, self.speed, wish);
    matchNeighbours(around, self, 2, 0.3, flock);
    wish.x += flock.x;
    wish.y += flock.y;
    stayNearHome(self, 7, self.speed, wish);
    findWay(around, self, wish.x, wish.y, 3, way);
    keepApart(around, self, 1.6, 2, away);
    fly(around, self, way.x + away.x, way.y + away.y, 4, seconds);
  },
};
