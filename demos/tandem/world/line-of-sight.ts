import { castRay } from './cast-ray.ts';
import type { Grid } from './grid.ts';

/** Whether one can see from one place to another: through empty cells and grates. */
export function hasLineOfSight(grid: Grid, fromX: number, fromY: number, toX: number, toY: number): boolean {
  return castRay(grid, fromX, fromY, toX - fromX, toY - fromY, true) === 1;
}
