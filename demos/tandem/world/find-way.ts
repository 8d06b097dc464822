import { castRay } from './cast-ray.ts';
import type { Entity } from './entity.ts';
import type { Surroundings } from './surroundings.ts';
import type { Vector } from './vector.ts';

// A fan of directions around straight ahead: cosine and sine of 0, ±0.5, ±1 and ±1.5 rad, as literals because engines
// may differ in the last bit of their trigonometry.
const fanX = [1, 0.8775825618903728, 0.8775825618903728, 0.5403023058681398, 0.5403023058681398, 0.0707372016677029, 0.0707372016677029];
const fanY = [0, 0.479425538604203, -0.479425538604203, 0.8414709848078965, -0.8414709848078965, 0.9974949866040544, -0.9974949866040544];

/**
 * Turns the wish to go along (x, y) into a direction that leads past walls: seven feelers of `length` cells, each with
 * the more weight the further it gets and the less it turns away. Writes `way`, of the wish's length at most. It changes
 * smoothly with the place, so that updating less often leads to nearly the same way.
 */
export function findWay(
  around: Surroundings,
  self: Entity,
  x: number,
  y: number,
  length: number,
  way: Vector,
): void {
  const speed = Math.sqrt(x * x + y * y);
  if (speed === 0) {
    way.x = way.y = 0;
    return;
  }
  const aheadX = x / speed;
  const aheadY = y / speed;
  let sumX = 0;
  let sumY = 0;
  let sum = 0;
  for (let i = 0; i < fanX.length; i++) {
    const dx = aheadX * fanX[i]! - aheadY * fanY[i]!;
    const dy = aheadY * fanX[i]! + aheadX * fanY[i]!;
    const free = castRay(around.grid, self.x, self.y, dx * length, dy * length, false);
    const weight = free * free * (0.15 + fanX[i]!);
    sumX += dx * weight;
    sumY += dy * weight;
    sum += weight;
  }
  const scale = sum === 0 ? 0 : (1.3 * speed) / sum;
  const size = Math.sqrt(sumX * sumX + sumY * sumY) * scale;
  const limit = size > speed ? speed / size : 1;
  way.x = sumX * scale * limit;
  way.y = sumY * scale * limit;
}
