import type { Surroundings } from './surroundings.ts';
import type { Vector } from './vector.ts';

/** The index of the player nearest to a place within `reach` cells, -1 if there is none. */
export function findNearestPlayer(around: Surroundings, place: Vector, reach: number): number {
  const { committed, playerCount } = around;
  let best = reach * reach;
  let nearest = -1;
  for (let player = 0; player < playerCount; player++) {
    const dx = committed.x[player]! - place.x;
    const dy = committed.y[player]! - place.y;
    const distance2 = dx * dx + dy * dy;
    if (distance2 >= best) continue;
    best = distance2;
    nearest = player;
  }
  return nearest;
}
