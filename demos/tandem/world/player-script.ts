import { castRay, createRay } from './map/cast-ray.ts';
import { chance } from './chance.ts';
import type { Player } from './player.ts';
import { Key } from './robot/keys.ts';
import type { Surroundings } from './surroundings.ts';

const ray = createRay();

/** Distance in cells from the end of the map at which players turn around. */
const margin = 12;
/** Cells between the two players. */
const followDistance = 3;

/**
 * The keys of a scripted player. It runs back and forth between the ends of the tunnel, and jumps over obstacles and sometimes at random. The second
 * player keeps its distance behind the first.
 */
export function scriptedKeys(around: Surroundings, self: Player): number {
  const { columns } = around.grid;
  if (self.memory.direction !== 1 && self.memory.direction !== -1) self.memory.direction = 1;
  if (self.x > columns - margin) self.memory.direction = -1;
  if (self.x < margin) self.memory.direction = 1;
  const directionKey = isTooClose(around, self) ? 0 : self.memory.direction > 0 ? Key.right : Key.left;
  const jumps = isBlocked(around, self) || jumpsAtRandom(around, self);
  // A jump key that stays down requests only one jump. So on the ground the key must be up before
  // it is pressed again. In the air (`normalY` is 0) it may stay down.
  const isUp = (around.robots[self.index]!.heldBefore & Key.jump) === 0;
  return directionKey | (jumps && (isUp || self.normalY === 0) ? Key.jump : 0);
}

/** Whether the second player is about to catch up. */
function isTooClose(around: Surroundings, self: Player): boolean {
  return self.index > 0 && (around.committed.x[0]! - self.x) * self.memory.direction < followDistance;
}

// Whether a step of half a cell or more is ahead. Ramps are not in the way: players run up them.
function isBlocked(around: Surroundings, self: Player): boolean {
  ray.x = self.x;
  ray.y = self.y + 0.7 * self.radius;
  ray.dx = self.memory.direction * 1.6;
  ray.dy = 0;
  castRay(around.grid, ray, false);
  if (ray.free === 1) return false;
  ray.y = self.y;
  ray.dy = -0.8;
  castRay(around.grid, ray, false);
  return ray.free < 1;
}

function jumpsAtRandom(around: Surroundings, self: Player): boolean {
  return chance(around.seed, self.id, Math.floor(self.localTime / 700)) < 0.15;
}
