import type { Policy } from './policy.ts';
import { positive } from './positive.ts';

/** Something with a place, in the game's own unit of length. */
export interface Placed {
  readonly x: number;
  readonly y: number;
}

/**
 * Priority by distance from the nearest of `targets`, such as the players: 1 there, one half at `halfAt`, towards 0 far away; 0 if
 * there are no targets. `targets` is read at each call, so it may change and its members may move.
 *
 * Throws a RangeError if `halfAt` is not a finite number > 0. Source: DOHA, WWW'12 §2.1.1, "inversely proportional to their distance
 * from the closest player".
 */
export function nearestTo(
  targets: readonly Placed[],
  { halfAt = 100 }: { halfAt?: number } = {},
): Policy<Placed> {
  positive('nearestTo: halfAt', halfAt);
  return ({ x, y }) => {
    let nearest = Infinity;
    for (const target of targets) {
      const dx = target.x - x;
      const dy = target.y - y;
      const squared = dx * dx + dy * dy;
      if (squared < nearest) nearest = squared;
    }
    return halfAt / (halfAt + Math.sqrt(nearest));
  };
}
