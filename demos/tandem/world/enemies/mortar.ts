import type { Entity } from '../entity.ts';
import { lookAlong } from '../behavior/fly.ts';
import { launch } from '../behavior/launch.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';
import { createVector } from '../map/vector.ts';
import { grenadeGravity } from './grenade.ts';

/** Cells over the middle of its walker, and at which it notices players. */
const seat = 0.7;
const reach = 11;
/** Seconds that a grenade takes to where it is lobbed. */
const flight = 0.9;

const lob = createVector();

/** Sits on the walker before it in the list, and lobs grenades at the nearest player. */
export const mortar: Behavior = {
  decide(around: Surroundings, self: Entity): void {
    const player = self.active ? findNearestPlayer(around, self, reach) : -1;
    if (player < 0) return;
    aim(around, self, player);
    launch(around, self, lob);
  },

  step(around: Surroundings, self: Entity): void {
    const { committed } = around;
    const walker = self.index - 1;
    if (committed.active[walker] === 0) self.active = false;
    self.x = committed.x[walker]!;
    self.y = committed.y[walker]! - seat;
    self.vx = committed.vx[walker]!;
    self.vy = committed.vy[walker]!;
    self.pushX = self.pushY = 0;
    const player = findNearestPlayer(around, self, reach);
    if (player < 0) return;
    aim(around, self, player);
    lookAlong(self, lob, 4);
  },
};

function aim(around: Surroundings, self: Entity, player: number): void {
  lob.x = (around.committed.x[player]! - self.x) / flight;
  lob.y = (around.committed.y[player]! - self.y) / flight - 0.5 * grenadeGravity * flight;
}
