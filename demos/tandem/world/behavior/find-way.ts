import { createCrowd, foreseeCrowd, lookAtCrowd } from './crowd.ts';
import type { Entity } from '../entity.ts';
import { feel } from '../map/feel.ts';
import type { Surroundings } from '../surroundings.ts';
import { createContact } from '../map/sweep.ts';
import { createVector, type Vector } from '../map/vector.ts';

// A fan of directions around straight ahead: cosine and sine of 0, ±0.35 … ±1.75 rad, as literals because engines may
// differ in the last bit of their trigonometry. The outermost lead away from a wall that one has run into.
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
 * Turns the wish for a velocity into one that leads past walls and through the crowd: in eleven directions it feels how
 * far its body would get within `length` cells, and whom it would meet; each direction has the more weight the freer it
 * is, the less it turns away, and the more one goes that way already (or one would dither before a wall). Writes `way`, of the wish's length at most. It changes smoothly with the place, so that
 * who is updated less often finds nearly the same way.
 */
export function findWay(
  around: Surroundings,
  self: Entity<object>,
  wish: Vector,
  length: number,
  way: Vector,
): void {
  way.x = way.y = 0;
  const { x, y } = wish;
  const speed = Math.sqrt(x * x + y * y);
  if (speed < 1e-9) return;
  lookAtCrowd(around, self, 2.5, crowd);
  const stretch = length / speed;
  const inertia = 0.6 / (speed * (speed + Math.sqrt(self.vx * self.vx + self.vy * self.vy)));
  let sum = 0;
  for (let i = 0; i < fanX.length; i++) {
    const turn = fanX[i]!;
    velocity.x = x * turn - y * fanY[i]!;
    velocity.y = y * turn + x * fanY[i]!;
    feeler.x = velocity.x * stretch;
    feeler.y = velocity.y * stretch;
    feel(around.grid, self, self.radius, feeler, contact);
    foreseeCrowd(crowd, velocity);
    const free = contact.fraction * contact.fraction;
    const going = 1 + inertia * (velocity.x * self.vx + velocity.y * self.vy);
    const weight = (free * going * (0.1 + turn * turn)) / (1 + 4 * crowd.trouble);
    way.x += velocity.x * weight;
    way.y += velocity.y * weight;
    sum += weight;
  }
  if (sum > 0) restoreLength(way, speed, sum);
}

// The mean of a fan is shorter than its ribs: what that loses in the open is given back, what walls take is not.
function restoreLength(way: Vector, speed: number, sum: number): void {
  const scale = 1.3 / sum;
  const size = Math.sqrt(way.x * way.x + way.y * way.y) * scale;
  const limited = size > speed ? (scale * speed) / size : scale;
  way.x *= limited;
  way.y *= limited;
}
