import { castRay, createRay } from '../map/cast-ray.ts';
import { chance } from '../chance.ts';
import type { Entity } from '../entity.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Vector } from '../map/vector.ts';

const ray = createRay();

/** Decides on a place to go to: by chance, in sight of home, at most `rangeX` and `rangeY` cells from it. */
export function chooseGoal(around: Surroundings, self: Entity, rangeX: number, rangeY: number): void {
  ray.x = self.homeX;
  ray.y = self.homeY;
  ray.dx = (2 * chance(around.seed, self.id, self.epoch, 0) - 1) * rangeX;
  ray.dy = (2 * chance(around.seed, self.id, self.epoch, 1) - 1) * rangeY;
  castRay(around.grid, ray, false);
  const length = Math.sqrt(ray.dx * ray.dx + ray.dy * ray.dy);
  const reach = Math.max(0, ray.free - (2 * self.radius) / length);
  self.goalX = self.homeX + ray.dx * reach;
  self.goalY = self.homeY + ray.dy * reach;
}

/** Writes the velocity towards the goal: `speed` from afar, slower on arrival. */
export function headForGoal(self: Entity, speed: number, wish: Vector): void {
  wish.x = self.goalX;
  wish.y = self.goalY;
  headFor(self, wish, speed, wish);
}

/** Writes the velocity towards a place: `speed` from afar, slower on arrival. */
export function headFor(self: Entity, place: Vector, speed: number, wish: Vector): void {
  const dx = place.x - self.x;
  const dy = place.y - self.y;
  const scale = speed / (0.5 + Math.sqrt(dx * dx + dy * dy));
  wish.x = dx * scale;
  wish.y = dy * scale;
}

/** Adds a velocity to `wish` that holds an entity within `range` cells of its home, the stronger the further out. */
export function stayNearHome(self: Entity, range: number, wish: Vector): void {
  const dx = self.homeX - self.x;
  const dy = self.homeY - self.y;
  const distance = Math.sqrt(dx * dx + dy * dy);
  if (distance <= range) return;
  const scale = (self.speed * Math.min(2, distance - range)) / distance;
  wish.x += dx * scale;
  wish.y += dy * scale;
}
