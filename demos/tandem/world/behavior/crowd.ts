import type { Entity } from '../entity.ts';
import { createFound, findNeighbors } from '../neighbors.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Vector } from '../map/vector.ts';

/** Seconds of prediction. */
const horizon = 1.2;
/** Cells of distance that an entity tries to keep when it passes another. */
const margin = 0.3;

const found = createFound();

/** The velocities of nearby enemies, and their positions relative to one entity. */
export interface Crowd {
  size: number;
  readonly placeX: Float64Array;
  readonly placeY: Float64Array;
  readonly speedX: Float64Array;
  readonly speedY: Float64Array;
  /** Distance of the centers at which both keep the margin. */
  readonly width: Float64Array;
  /** The result of `predictConflict`. */
  conflict: number;
}

/** A crowd object for `readCrowd`. */
export function createCrowd(): Crowd {
  const table = (): Float64Array => new Float64Array(found.length);
  return {
    size: 0,
    placeX: table(),
    placeY: table(),
    speedX: table(),
    speedY: table(),
    width: table(),
    conflict: NaN,
  };
}

/** Reads the other enemies within `reach` cells. */
export function readCrowd(around: Surroundings, self: Entity<object>, reach: number, crowd: Crowd): void {
  const { committed, playerCount } = around;
  const count = findNeighbors(around, self, reach, found);
  let size = 0;
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    if (other < playerCount) continue;
    crowd.placeX[size] = committed.x[other]! - self.x;
    crowd.placeY[size] = committed.y[other]! - self.y;
    crowd.speedX[size] = committed.vx[other]!;
    crowd.speedY[size] = committed.vy[other]!;
    crowd.width[size] = self.radius + committed.radius[other]! + margin;
    size++;
  }
  crowd.size = size;
}

/**
 * Writes the conflict of a velocity with the crowd into `crowd.conflict`: 0 for none, about 1 for
 * each head-on collision. The closer and the sooner another enemy would be passed, the more it counts
 * (Reynolds, Steering Behaviors for Autonomous Characters, 1999, "unaligned collision avoidance").
 * The result is smooth: a small change of position makes a small change of course.
 */
export function predictConflict(crowd: Crowd, velocity: Vector): void {
  const { size, placeX, placeY, speedX, speedY, width } = crowd;
  const vx = velocity.x;
  const vy = velocity.y;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const wx = speedX[i]! - vx;
    const wy = speedY[i]! - vy;
    const px = placeX[i]!;
    const py = placeY[i]!;
    const approach = -(px * wx + py * wy);
    const speed2 = wx * wx + wy * wy;
    if (approach <= 0 || approach >= horizon * speed2) continue;
    const seconds = approach / speed2;
    const passX = px + wx * seconds;
    const passY = py + wy * seconds;
    const near = 1 - Math.sqrt(passX * passX + passY * passY) / width[i]!;
    if (near > 0) sum += near * (1 - seconds / horizon);
  }
  crowd.conflict = sum;
}
