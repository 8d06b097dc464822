import { createCrowd, predictConflict, readCrowd } from './crowd.ts';
import type { Entity } from '../entity.ts';
import { castCircle } from '../map/cast-circle.ts';
import type { Surroundings } from '../surroundings.ts';
import { createContact } from '../map/sweep.ts';
import { createVector, type Vector } from '../map/vector.ts';

const paces = new Float64Array([0.25, 0.5, 0.75, 1, 1.25]);

const crowd = createCrowd();
const contact = createContact();
const velocity = createVector();

/**
 * Writes into `pace` a velocity in the direction of `desired` that avoids collisions. It is the
 * weighted mean of five paces, 0.25 to 1.25 times as fast as `desired`. A pace has less weight the
 * sooner it leads into a wall or into other enemies. As in `findWay`, the result changes smoothly
 * with the position.
 */
export function findPace(around: Surroundings, self: Entity<object>, desired: Vector, pace: Vector): void {
  readCrowd(around, self, 2.5, crowd);
  let sum = 0;
  let total = 0;
  for (let i = 0; i < paces.length; i++) {
    const share = paces[i]!;
    velocity.x = desired.x * share;
    velocity.y = desired.y * share;
    castCircle(around.grid, self, self.radius, velocity, contact);
    predictConflict(crowd, velocity);
    const weight = (share * (0.05 + contact.fraction)) / (1 + 6 * crowd.conflict);
    sum += share * weight;
    total += weight;
  }
  pace.x = (desired.x * sum) / total;
  pace.y = (desired.y * sum) / total;
}
