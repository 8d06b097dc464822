import { lookAlong } from '../behavior/fly.ts';
import { launch, type Thrower } from '../behavior/launch.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { grenade, grenadeGravity } from './grenade.ts';
import { barrel } from './shape.ts';

/** Height in cells of a mortar above the center of its walker. */
const seat = 0.7;
/** Distance in cells at which a mortar notices players. */
const reach = 11;
/** Seconds of a grenade's flight to its target. */
const flight = 0.9;
const brings = [grenade, grenade];

const lob = createVector();

/**
 * Sits on the walker that is right before it in `world.entities`, and lobs grenades at the nearest
 * player.
 */
export const mortar: KindDefinition<Thrower> = {
  radius: 0.3,
  color: 0xffc27d,
  speed: 1.2,
  minRate: 15,
  decisionPeriod: 1800,
  brings,
  memory: { shots: 3 },
  shape: barrel,
  decide(around, self) {
    const player = self.active ? findNearestPlayer(around, self, reach) : -1;
    if (player < 0) return;
    aim(around, self, player);
    launch(around, self, brings.length, lob);
  },
  step(around, self) {
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

function aim(around: Surroundings, self: Thrower, player: number): void {
  lob.x = (around.committed.x[player]! - self.x) / flight;
  lob.y = (around.committed.y[player]! - self.y) / flight - 0.5 * grenadeGravity * flight;
}
