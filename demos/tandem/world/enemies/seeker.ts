import type { Entity } from '../entity.ts';
import { findWay } from '../find-way.ts';
import { fly } from '../fly.ts';
import { keepApart } from '../keep-apart.ts';
import { chooseGoal, headFor, stayNearHome } from '../roam.ts';
import type { Behaviour, Surroundings } from '../surroundings.ts';
import { createVector } from '../vector.ts';
import { watchPlayers } from '../watch.ts';

const wish = createVector();
const chase = createVector();
const way = createVector();
const away = createVector();

/** Makes for a player as long as it sees one, and patrols otherwise. */
export const seeker: Behaviour = {
  decide(around: Surroundings, self: Entity): void {
    chooseGoal(around, self, 5, 4);
  },

  step(around: Surroundings, self: Entity, seconds: number): void {
    const player = watchPlayers(around, self, 14, seconds);
    headFor(self, self.goalX, self.goalY, 0.6 * self.speed, wish);
    if (player >= 0) {
      headFor(self, around.committed.x[player]!, around.committed.y[player]!, self.speed, chase);
      wish.x += (chase.x - wish.x) * self.attention;
      wish.y += (chase.y - wish.y) * self.attention;
    }
    stayNearHome(self, 8, self.speed, wish);
    findWay(around, self, wish.x, wish.y, 4, way);
    keepApart(around, self, 1.6, 2, away);
    fly(around, self, way.x + away.x, way.y + away.y, 5, seconds);
  },
};
