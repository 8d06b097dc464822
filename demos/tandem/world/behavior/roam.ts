import { chance } from '../chance.ts';
import type { Entity } from '../entity.ts';
import { castRay, createRay } from '../map/cast-ray.ts';
import type { Vector } from '../map/vector.ts';
import type { Surroundings } from '../surroundings.ts';

/** The place to which an entity roams. */
export type Goal = { goalX: number; goalY: number };

/** The memory slots of a goal. */
export const goalMemory = { goalX: 0, goalY: 1 } as const;

const ray = createRay();

/**
 * Chooses a random goal, at most `rangeX` and `rangeY` cells from the entity's home, with no wall in
 * between. Grates and veils count as walls.
 */
export function chooseGoal(around: Surroundings, self: Entity<Goal>, rangeX: number, rangeY: number): void {
  ray.x = self.homeX;
  ray.y = self.homeY;
  ray.dx = (2 * chance(around.seed, self.id, self.decisionIndex, 0) - 1) * rangeX;
  ray.dy = (2 * chance(around.seed, self.id, self.decisionIndex, 1) - 1) * rangeY;
  castRay(around.grid, ray, false);
  const length = Math.sqrt(ray.dx * ray.dx + ray.dy * ray.dy);
  const reach = Math.max(0, ray.free - (2 * self.radius) / length);
  self.memory.goalX = self.homeX + ray.dx * reach;
  self.memory.goalY = self.homeY + ray.dy * reach;
}

/** Writes the velocity toward the goal into `desired`: `speed` from afar, slower on arrival. */
export function headForGoal(self: Entity<Goal>, speed: number, desired: Vector): void {
  desired.x = self.memory.goalX;
  desired.y = self.memory.goalY;
  headFor(self, desired, speed, desired);
}

/** Writes the velocity toward a place into `desired`: `speed` from afar, slower on arrival. */
export function headFor(self: Vector, place: Vector, speed: number, desired: Vector): void {
  const dx = place.x - self.x;
  const dy = place.y - self.y;
  const scale = speed / (0.5 + Math.sqrt(dx * dx + dy * dy));
  desired.x = dx * scale;
  desired.y = dy * scale;
}

/**
 * If the entity is more than `range` cells from its home, adds a velocity toward home to `desired`.
 * This velocity grows with the distance.
 */
export function stayNearHome(self: Entity<object>, range: number, desired: Vector): void {
  const dx = self.homeX - self.x;
  const dy = self.homeY - self.y;
  const distance = Math.sqrt(dx * dx + dy * dy);
  if (distance <= range) return;
  const scale = (self.speed * Math.min(2, distance - range)) / distance;
  desired.x += dx * scale;
  desired.y += dy * scale;
}
