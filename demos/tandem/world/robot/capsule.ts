import type { Grid } from '../map/grid.ts';
import { type Contact, createContact, deflect, sweep } from '../map/sweep.ts';
import { createVector, type Vector } from '../map/vector.ts';

/** An upright capsule, in cells: two circles that are so close that no corner of a wall fits between them. */
export interface Capsule extends Vector {
  readonly radius: number;
  /** Offsets of the centers of the circles from (x, y), downwards. */
  readonly low: number;
  high: number;
  vx: number;
  vy: number;
}

const circle = { x: NaN, y: NaN, radius: NaN };
const other = createContact();
const rest = createVector();

/** Casts a capsule along `way` and writes the first contact. Moves nothing. */
export function castCapsule(grid: Grid, capsule: Capsule, way: Vector, contact: Contact): void {
  castCapsuleCircle(grid, capsule, capsule.low, way, contact);
  castCapsuleCircle(grid, capsule, capsule.high, way, other);
  if (other.fraction >= contact.fraction) return;
  contact.fraction = other.fraction;
  contact.normalX = other.normalX;
  contact.normalY = other.normalY;
}

/** Casts one circle of a capsule, with its center `offset` below the center of the capsule. */
export function castCapsuleCircle(
  grid: Grid,
  capsule: Capsule,
  offset: number,
  way: Vector,
  contact: Contact,
): void {
  circle.x = capsule.x;
  circle.y = capsule.y + offset;
  circle.radius = capsule.radius;
  sweep(grid, circle, way, contact);
}

/** Moves a capsule by `way`, or up to the first wall. */
export function sweepCapsule(grid: Grid, capsule: Capsule, way: Vector, contact: Contact): void {
  castCapsule(grid, capsule, way, contact);
  capsule.x += way.x * contact.fraction;
  capsule.y += way.y * contact.fraction;
}

/**
 * Moves a capsule by `way`, sliding along walls. The velocity into a wall is removed. If the
 * capsule touches several walls, `contact` gets the normal that points up most.
 */
export function slideCapsule(grid: Grid, capsule: Capsule, way: Vector, contact: Contact): void {
  let normalX = 0;
  let normalY = 0;
  rest.x = way.x;
  rest.y = way.y;
  for (let tries = 0; tries < 4; tries++) {
    sweepCapsule(grid, capsule, rest, contact);
    if (contact.fraction === 1) break;
    if ((normalX === 0 && normalY === 0) || contact.normalY < normalY) {
      normalX = contact.normalX;
      normalY = contact.normalY;
    }
    deflect(capsule, rest, 0, contact);
  }
  contact.normalX = normalX;
  contact.normalY = normalY;
}
