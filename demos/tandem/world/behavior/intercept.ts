import { castRay, createRay } from '../map/cast-ray.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Vector } from '../map/vector.ts';

const ray = createRay();

/**
 * Writes the position into `meeting` where a pursuer with this speed meets a player that keeps
 * moving straight until it hits a wall. Looks at most two seconds ahead. Uses four steps of damped
 * fixed-point iteration on the time, because a closed formula ignores walls.
 */
export function findIntercept(
  around: Surroundings,
  pursuer: Vector,
  player: number,
  speed: number,
  meeting: Vector,
): void {
  const { committed, grid } = around;
  ray.x = meeting.x = committed.x[player]!;
  ray.y = meeting.y = committed.y[player]!;
  let seconds = 0;
  for (let i = 0; i < 4; i++) {
    const dx = meeting.x - pursuer.x;
    const dy = meeting.y - pursuer.y;
    seconds = 0.5 * (seconds + Math.min(2, Math.sqrt(dx * dx + dy * dy) / speed));
    ray.dx = committed.vx[player]! * seconds;
    ray.dy = committed.vy[player]! * seconds;
    castRay(grid, ray, false);
    meeting.x = ray.x + ray.dx * ray.free;
    meeting.y = ray.y + ray.dy * ray.free;
  }
}
