import type { Grid } from '../map/grid.ts';
import { type Contact, createContact, deflect, sweep } from '../map/sweep.ts';
import { createVector, type Vector } from '../map/vector.ts';

/** An upright body: two circles, one above the other, between which no corner of a wall fits. In cells. */
export interface Capsule extends Vector {
  readonly radius: number;
  /** The circles' centers below (x, y). */
  readonly low: number;
  high: number;
  vx: number;
  vy: number;
}

const circle = { x: NaN, y: NaN, radius: NaN };
const other = createContact();
const rest = createVector();

/** Tells how far a capsule would get on its way, and moves nothing. */
export function feelCapsule(grid: Grid, capsule: Capsule, way: Vector, contact: Contact): void {
  feelCircle(grid, capsule, capsule.low, way, contact);
  feelCircle(grid, capsule, capsule.high, way, other);
  if (other.fraction >= contact.fraction) return;
  contact.fraction = other.fraction;
  contact.normalX = other.normalX;
  contact.normalY = other.normalY;
}

/** Tells how far one circle of a capsule would get, its center `offset` below the capsule's. */
export function feelCircle(
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

/** Moves a capsule by `way` or up to the first wall on it. */
export function sweepCapsule(grid: Grid, capsule: Capsule, way: Vector, contact: Contact): void {
  feelCapsule(grid, capsule, way, contact);
  capsule.x += way.x * contact.fraction;
  capsule.y += way.y * contact.fraction;
}

/** Moves a capsule along the walls that it meets; what goes into them is lost. The contact tells the wall that faces up most. */
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
