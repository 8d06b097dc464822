import { createCrowd, predictConflict, readCrowd } from './crowd.ts';
import type { Entity } from '../entity.ts';
import { castCircle } from '../map/cast-circle.ts';
import type { Surroundings } from '../surroundings.ts';
import { createContact } from '../map/sweep.ts';
import { createVector, type Vector } from '../map/vector.ts';

// A fan of directions around straight ahead: cosines and sines of 0, ±0.35 … ±1.75 rad. They are
// literals because the last bit of trigonometry differs between engines. The outermost directions
// point slightly backward, away from a wall that has been hit.
const c = [
  0.9393727128473789, 0.7648421872844885, 0.49757104789172696, 0.16996714290024104, -0.17824605564949209,
];
const s = [0.34289780745545134, 0.644217687237691, 0.867423225594017, 0.9854497299884601, 0.9839859468739369];
const fanX = new Float64Array([1, ...c, ...c]);
const fanY = new Float64Array([0, ...s, ...s.map((sine) => -sine)]);

const crowd = createCrowd();
const contact = createContact();
const feeler = createVector();
const velocity = createVector();

/**
 * Writes a velocity into `way` that is close to `desired`, and leads past walls and through the
 * crowd (context steering). For each of eleven directions, the body is cast up to `length` cells,
 * and conflicts are predicted. A direction has more weight the freer it is, the less it turns from
 * `desired` (on each side, the outermost two weigh nearly the same), and the closer it is to the current
 * velocity. Without the influence of the current velocity, an entity would dither in front of a wall.
 * `way` is at most as long as `desired`. It changes smoothly with the position, so that an entity with a
 * low update rate finds nearly the same way.
 */
export function findWay(
  around: Surroundings,
  self: Entity<object>,
  desired: Vector,
  length: number,
  way: Vector,
): void {
  way.x = way.y = 0;
  const { x, y } = desired;
  const speed = Math.sqrt(x * x + y * y);
  if (speed < 1e-9) return;
  readCrowd(around, self, 2.5, crowd);
  const scale = length / speed;
  const inertia = 0.6 / (speed * (speed + Math.sqrt(self.vx * self.vx + self.vy * self.vy)));
  let sum = 0;
  for (let i = 0; i < fanX.length; i++) {
    const turn = fanX[i]!;
    velocity.x = x * turn - y * fanY[i]!;
    velocity.y = y * turn + x * fanY[i]!;
    feeler.x = velocity.x * scale;
    feeler.y = velocity.y * scale;
    castCircle(around.grid, self, self.radius, feeler, contact);
    predictConflict(crowd, velocity);
    const free = contact.fraction * contact.fraction;
    const going = 1 + inertia * (velocity.x * self.vx + velocity.y * self.vy);
    const weight = (free * going * (0.1 + turn * turn)) / (1 + 4 * crowd.conflict);
    way.x += velocity.x * weight;
    way.y += velocity.y * weight;
    sum += weight;
  }
  if (sum > 0) restoreLength(way, speed, sum);
}

// The mean of several directions is shorter than each of them. In open space, restores the length
// that is lost by averaging. Length that is lost because of walls is not restored.
function restoreLength(way: Vector, speed: number, sum: number): void {
  const scale = 1.3 / sum;
  const size = Math.sqrt(way.x * way.x + way.y * way.y) * scale;
  const limited = size > speed ? (scale * speed) / size : scale;
  way.x *= limited;
  way.y *= limited;
}
