import { castRay } from './cast-ray.ts';
import type { Surroundings } from './surroundings.ts';
import type { Vector } from './vector.ts';

/**
 * Where a pursuer at (x, y) with some speed would meet a player who goes straight on until a wall stops them, looking at
 * most two seconds ahead. A few steps of fixed-point iteration on the time; the map makes a closed formula wrong.
 */
export function findIntercept(
  around: Surroundings,
  player: number,
  x: number,
  y: number,
  speed: number,
  meeting: Vector,
): void {
  const { committed, grid } = around;
  const playerX = committed.x[player]!;
  const playerY = committed.y[player]!;
  const vx = committed.vx[player]!;
  const vy = committed.vy[player]!;
  let seconds = 0;
  meeting.x = playerX;
  meeting.y = playerY;
  for (let i = 0; i < 4; i++) {
    const dx = meeting.x - x;
    const dy = meeting.y - y;
    seconds = 0.5 * (seconds + Math.min(2, Math.sqrt(dx * dx + dy * dy) / speed));
    const free = castRay(grid, playerX, playerY, vx * seconds, vy * seconds, false);
    meeting.x = playerX + vx * seconds * free;
    meeting.y = playerY + vy * seconds * free;
  }
}
