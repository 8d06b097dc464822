import type { Entity } from '../entity.ts';
import { Kind, traitsOf } from '../kind.ts';
import { launch } from '../behavior/launch.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';
import { watchPlayers } from '../behavior/watch.ts';

const reach = 15;
const rocketSpeed = traitsOf(Kind.rocket).speed;

const flight = createVector();

/** Clings to a wall and lets a rocket out, away from it, when it sees a player. */
export const hangar: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    if (self.attention < 0.5) return;
    flight.x = self.normalX * rocketSpeed;
    flight.y = self.normalY * rocketSpeed;
    launch(around, self, flight);
  },

  step(around: Surroundings, self: Entity): void {
    watchPlayers(around, self, reach);
    self.pushX = self.pushY = 0;
  },
};
