import { fly } from '../behavior/fly.ts';
import { launch, type Thrower } from '../behavior/launch.ts';
import { canSee } from '../behavior/line-of-sight.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { headFor } from '../behavior/roam.ts';
import type { KindDefinition } from '../kind.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { bomb } from './bomb.ts';
import { eye, outline } from './shape.ts';

/** Length in cells of the patrol to either side of the dropper's home. */
const range = 6;
/** Distance in cells at which a dropper notices players. */
const reach = 14;
/** Horizontal distance in cells to a player at which a dropper drops a bomb. */
const above = 1.5;
const brings = [bomb, bomb];

const place = createVector();
const desired = createVector();
const fall = createVector();

/** Hovers along a line above the players and drops bombs on them. */
export const dropper: KindDefinition<Thrower> = {
  radius: 0.4,
  color: 0xe8a0ff,
  speed: 2,
  minRate: 8,
  decisionPeriod: 1400,
  isDeadly: false,
  brings,
  memory: { shots: 3 },
  pose: 'upright',
  // A gondola below a bar.
  shape(pen, core) {
    pen.beginPath();
    pen.moveTo(-1.1, -0.75);
    pen.lineTo(1.1, -0.75);
    pen.stroke();
    outline(pen, () => {
      pen.moveTo(-0.95, -0.3);
      pen.quadraticCurveTo(0, -1, 0.95, -0.3);
      pen.lineTo(0.45, 0.7);
      pen.lineTo(-0.45, 0.7);
      pen.closePath();
    });
    eye(pen, core, 0, -0.05);
  },
  decide(around, self) {
    const player = findNearestPlayer(around, self, reach);
    if (player < 0 || !isBelow(around, self, player)) return;
    fall.x = 0.6 * self.vx;
    fall.y = 1;
    launch(around, self, brings.length, fall);
  },
  step(around, self) {
    const player = findNearestPlayer(around, self, reach);
    const goal = player < 0 ? self.homeX : around.committed.x[player]!;
    place.x = Math.max(self.homeX - range, Math.min(self.homeX + range, goal));
    place.y = self.homeY;
    headFor(self, place, 2 * self.speed, desired);
    fly(around, self, desired, 3);
  },
};

function isBelow(around: Surroundings, self: Thrower, player: number): boolean {
  const { committed } = around;
  const aside = Math.abs(committed.x[player]! - self.x);
  return aside < above && committed.y[player]! > self.y && canSee(around, self, player);
}
