import type { Entity } from '../entity.ts';
import { cellAt, type Grid, isFull } from '../map/grid.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import type { Surroundings } from '../surroundings.ts';
import { body } from './body.ts';
import type { Robot } from './robot.ts';

/** Search radius in cells: enough for the largest enemy and the length of a robot. */
const reach = 2;
/** Overlap in cells that does not count as a touch. */
const tolerance = 0.1;

const found = createFound();

/**
 * Whether the robot in `body` was hit, is crushed by a door, or touches an enemy that is deadly to it. A robot checks this in each of its own steps,
 * so enemies with a low update rate are as deadly as others.
 */
export function meetsHazard(around: Surroundings, self: Entity<object>, robot: Robot): boolean {
  const isHit = self.hits > robot.hitsTaken;
  robot.hitsTaken = self.hits;
  return isHit || isCrushed(around.robotGrids[self.index]!) || touchesEnemy(around, self);
}

function isCrushed(grid: Grid): boolean {
  const column = Math.floor(body.x);
  return (
    isFull(cellAt(grid, column, Math.floor(body.y + body.low))) ||
    isFull(cellAt(grid, column, Math.floor(body.y + body.high)))
  );
}

function touchesEnemy(around: Surroundings, self: Entity<object>): boolean {
  const { committed, deadliness } = around;
  const count = findNeighbors(around, self, reach, found);
  for (let i = 0; i < count; i++) {
    const enemy = found[i]!;
    if ((deadliness[enemy]! & (1 << self.index)) === 0) continue;
    const dx = committed.x[enemy]! - body.x;
    const dy = committed.y[enemy]! - body.y;
    // The distance is measured from the nearest point of the line between the centers of both circles.
    const along = Math.max(body.high, Math.min(body.low, dy));
    const near = committed.radius[enemy]! + body.radius - tolerance;
    if (dx * dx + (dy - along) * (dy - along) < near * near) return true;
  }
  return false;
}
