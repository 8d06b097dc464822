import type { Entity } from '../entity.ts';
import { findWay } from '../behavior/find-way.ts';
import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { chooseGoal, headFor, headForGoal, stayNearHome } from '../behavior/roam.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';
import { watchPlayers } from '../behavior/watch.ts';

const place = createVector();
const wish = createVector();
const chase = createVector();
const way = createVector();

/** Makes for a player as long as it sees one, and patrols otherwise. */
export const seeker: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 5, 4);
  },

  step(around: Surroundings, self: Entity): void {
    const player = watchPlayers(around, self, 14);
    headForGoal(self, 0.6 * self.speed, wish);
    if (player >= 0) {
      place.x = around.committed.x[player]!;
      place.y = around.committed.y[player]!;
      headFor(self, place, self.speed, chase);
      wish.x += (chase.x - wish.x) * self.attention;
      wish.y += (chase.y - wish.y) * self.attention;
    }
    stayNearHome(self, 8, wish);
    findWay(around, self, wish, 4, way);
    keepApart(around, self, 1.6, 1, way);
    fly(around, self, way, 5);
  },
};
