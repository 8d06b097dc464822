import type { Grid } from './grid.ts';
import { type Contact, sweep } from './sweep.ts';
import type { Vector } from './vector.ts';

const probe = { x: NaN, y: NaN, radius: NaN };

/** Like `sweep`, but nothing moves: the contact tells how far a circle at a place would get. */
export function feel(grid: Grid, place: Vector, radius: number, way: Vector, contact: Contact): void {
  probe.x = place.x;
  probe.y = place.y;
  probe.radius = radius;
  sweep(grid, probe, way, contact);
}
