import type { Grid } from './grid.ts';
import { type Contact, sweep } from './sweep.ts';
import type { Vector } from './vector.ts';

const probe = { x: NaN, y: NaN, radius: NaN };

/** Casts a circle along `way` and writes the first contact. Unlike `sweep`, it moves nothing. */
export function castCircle(grid: Grid, place: Vector, radius: number, way: Vector, contact: Contact): void {
  probe.x = place.x;
  probe.y = place.y;
  probe.radius = radius;
  sweep(grid, probe, way, contact);
}
