import { castRay, createRay } from './cast-ray.ts';
import { chance } from './chance.ts';
import type { Entity } from './entity.ts';
import type { Surroundings } from './surroundings.ts';

/** What whoever controls a player wants. */
export interface Intent {
  /** -1 (left) to 1 (right). */
  run: number;
  jump: boolean;
}

const ray = createRay();

/** Cells from the end of the map at which players turn round. */
const margin = 12;
/** Cells between the two players. */
const distance = 3;

/**
 * Writes what a scripted player does: run in one direction to the end of the tunnel and back for ever, jump over what is in the
 * way and now and then for joy. The second player keeps its distance behind the first. `goalX` is the direction.
 */
export function decideIntent(around: Surroundings, self: Entity, intent: Intent): void {
  const { columns } = around.grid;
  if (self.goalX !== 1 && self.goalX !== -1) self.goalX = 1;
  if (self.x > columns - margin) self.goalX = -1;
  if (self.x < margin) self.goalX = 1;
  intent.run = self.goalX * pace(around, self);
  intent.jump = isBlocked(around, self) || isInHighSpirits(around, self);
}

function pace(around: Surroundings, self: Entity): number {
  if (self.index === 0) return 1;
  const ahead = (around.committed.x[0]! - self.x) * self.goalX;
  return Math.max(0.7, Math.min(1.3, 1 + 0.1 * (ahead - distance)));
}

// A step of half a cell and more; ramps are run up.
function isBlocked(around: Surroundings, self: Entity): boolean {
  ray.x = self.x;
  ray.y = self.y + 0.7 * self.radius;
  ray.dx = self.goalX * 1.6;
  ray.dy = 0;
  castRay(around.grid, ray, false);
  if (ray.free === 1) return false;
  ray.y = self.y;
  ray.dy = -0.8;
  castRay(around.grid, ray, false);
  return ray.free < 1;
}

function isInHighSpirits(around: Surroundings, self: Entity): boolean {
  return chance(around.seed, self.id, Math.floor(self.localTime / 700)) < 0.15;
}
