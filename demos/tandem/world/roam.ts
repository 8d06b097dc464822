import { castRay } from './cast-ray.ts';
import { chance } from './chance.ts';
import type { Entity } from './entity.ts';
import type { Surroundings } from './surroundings.ts';
import type { Vector } from './vector.ts';

/** Decides on a place to go to: by chance, in sight of home, at most `rangeX` and `rangeY` cells from it. */
export function chooseGoal(around: Surroundings, self: Entity, rangeX: number, rangeY: number): void {
  const dx = (2 * chance(around.seed, self.id, self.epoch, 0) - 1) * rangeX;
  const dy = (2 * chance(around.seed, self.id, self.epoch, 1) - 1) * rangeY;
  const free = castRay(around.grid, self.homeX, self.homeY, dx, dy, false);
  const length = Math.sqrt(dx * dx + dy * dy);
  const reach = Math.max(0, free - (2 * self.radius) / length);
  self.goalX = self.homeX + dx * reach;
  self.goalY = self.homeY + dy * reach;
}

/** Writes the velocity towards (x, y): `speed` from afar, slower on arrival. */
export function headFor(self: Entity, x: number, y: number, speed: number, wish: Vector): void {
  const dx = x - self.x;
  const dy = y - self.y;
  const scale = speed / (0.5 + Math.sqrt(dx * dx + dy * dy));
  wish.x = dx * scale;
  wish.y = dy * scale;
}

/** Adds a velocity to `wish` that holds an entity within `range` cells of its home, the stronger the further out. */
export function stayNearHome(self: Entity, range: number, speed: number, wish: Vector): void {
  const dx = self.homeX - self.x;
  const dy = self.homeY - self.y;
  const distance = Math.sqrt(dx * dx + dy * dy);
  if (distance <= range) return;
  const scale = (speed * Math.min(2, distance - range)) / distance;
  wish.x += dx * scale;
  wish.y += dy * scale;
}
