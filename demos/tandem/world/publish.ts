import type { Entity } from './entity.ts';
import { moveToBin, removeFromBin } from './neighbors.ts';
import { Posture, type Robot } from './robot/robot.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Commits the current state of an entity, for other entities to read. To be called only between two
 * ticks.
 */
export function publish(around: Surroundings, entity: Entity): void {
  const { committed, neighbors } = around;
  const index = entity.index;
  committed.x[index] = entity.x;
  committed.y[index] = entity.y;
  committed.vx[index] = entity.vx;
  committed.vy[index] = entity.vy;
  committed.active[index] = entity.active ? 1 : 0;
  if (index < around.playerCount) publishRobot(around, entity, around.robots[index]!);
  if (entity.active) moveToBin(neighbors, committed, index);
  else removeFromBin(neighbors, index);
}

function publishRobot(
  { committed }: Surroundings,
  { index, burden }: Entity,
  { facing, posture }: Robot,
): void {
  committed.crouching[index] = Number(posture === Posture.crouching);
  committed.looks[index] = facing;
  committed.burden[index] = burden;
}
