import { fly } from '../behavior/fly.ts';
import { keepApart } from '../behavior/keep-apart.ts';
import { findNearestPlayer } from '../behavior/nearest-player.ts';
import { chooseGoal, type Goal, goalMemory, headForGoal, stayNearHome } from '../behavior/roam.ts';
import type { Entity } from '../entity.ts';
import type { KindDefinition } from '../kind.ts';
import { createClosestWall, findClosestWall } from '../map/closest-wall.ts';
import { castCircle } from '../map/cast-circle.ts';
import { createContact } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';
import { eye, outline } from './shape.ts';

// Sixteen directions as literals, because the last bit of trigonometry differs between engines.
const c1 = 0.9238795325112867;
const c2 = Math.SQRT1_2;
const c3 = 0.3826834323650898;
const clockX = new Float64Array([1, c1, c2, c3, 0, -c3, -c2, -c1, -1, -c1, -c2, -c3, 0, c3, c2, c1]);
const clockY = new Float64Array([0, c3, c2, c1, 1, c1, c2, c3, 0, -c3, -c2, -c1, -1, -c1, -c2, -c3]);

/** Distance in cells within which a shy enemy looks for open space. */
const spaceReach = 4;
/** Distance in cells within which a shy enemy looks for walls. */
const wallReach = 3;
/** Distance in cells within which a shy enemy flees from players. */
const fear = 9;

const contact = createContact();
const wall = createClosestWall();
const desired = createVector();
const feeler = createVector();

/** Keeps to open space. Avoids walls, other enemies and, above all, players. */
export const shy: KindDefinition<Entity<Goal>> = {
  radius: 0.32,
  color: 0x5fe3c0,
  speed: 2.2,
  minRate: 6,
  decisionPeriod: 1000,
  isDeadly: false,
  isHeavy: true,
  memory: goalMemory,
  // Six petals.
  shape(pen, core) {
    outline(pen, () => {
      for (let i = 0; i < 6; i++) {
        const angle = (i * Math.PI) / 3;
        pen.arc(0.55 * Math.cos(angle), 0.55 * Math.sin(angle), 0.42, angle - 1.25, angle + 1.25);
      }
      pen.closePath();
    });
    eye(pen, core, 0.3, -0.28);
    eye(pen, core, 0.3, 0.28);
  },
  decide(around, self) {
    chooseGoal(around, self, 6, 3);
  },
  step(around, self) {
    headForGoal(self, 0.5 * self.speed, desired);
    seekSpace(around, self);
    avoidWall(around, self);
    fleePlayer(around, self);
    stayNearHome(self, 8, desired);
    keepApart(around, self, 2.5, 1.2, desired);
    fly(around, self, desired, 4);
  },
};

function seekSpace(around: Surroundings, self: Entity<Goal>): void {
  let x = 0;
  let y = 0;
  for (let i = 0; i < clockX.length; i++) {
    const dx = clockX[i]!;
    const dy = clockY[i]!;
    feeler.x = dx * spaceReach;
    feeler.y = dy * spaceReach;
    castCircle(around.grid, self, self.radius, feeler, contact);
    x += dx * contact.fraction;
    y += dy * contact.fraction;
  }
  desired.x += (x * self.speed) / 8;
  desired.y += (y * self.speed) / 8;
}

function avoidWall(around: Surroundings, self: Entity<Goal>): void {
  findClosestWall(around.grid, self, wallReach, wall);
  const nearness = 1 - wall.distance / wallReach;
  desired.x += wall.normalX * nearness * self.speed;
  desired.y += wall.normalY * nearness * self.speed;
}

function fleePlayer(around: Surroundings, self: Entity<Goal>): void {
  const player = findNearestPlayer(around, self, fear);
  if (player < 0) return;
  const dx = self.x - around.committed.x[player]!;
  const dy = self.y - around.committed.y[player]!;
  const distance = Math.sqrt(dx * dx + dy * dy);
  const scale = (2 * self.speed * (1 - distance / fear)) / (0.5 + distance);
  desired.x += dx * scale;
  desired.y += dy * scale;
}
