import { decay } from './decay.ts';
import type { Entity } from '../entity.ts';
import type { Surroundings } from '../surroundings.ts';
import { createContact, slide } from '../map/sweep.ts';
import { createVector, type Vector } from '../map/vector.ts';

const contact = createContact();
const way = createVector();
const heading = createVector();

/**
 * Moves a flying entity. Its velocity approaches `desired` at the rate `response` per second. The
 * path under a constant desired velocity is computed in closed form. So apart from walls, the
 * update rate hardly matters while the desired velocity is constant.
 */
export function fly(around: Surroundings, self: Entity<object>, desired: Vector, response: number): void {
  const { seconds } = self;
  const excessX = self.vx + self.pushX - desired.x;
  const excessY = self.vy + self.pushY - desired.y;
  self.pushX = 0;
  self.pushY = 0;
  const keep = decay(response * seconds);
  const drift = (1 - keep) / response;
  self.vx = desired.x + excessX * keep;
  self.vy = desired.y + excessY * keep;
  way.x = desired.x * seconds + excessX * drift;
  way.y = desired.y * seconds + excessY * drift;
  slide(around.grid, self, way, 0, contact);
  heading.x = self.vx;
  heading.y = self.vy;
  lookAlong(self, heading, 6);
}

/** Turns the face toward a direction, at `response` per second. */
export function lookAlong(self: Entity<object>, direction: Vector, response: number): void {
  const { x, y } = direction;
  const size = Math.sqrt(x * x + y * y);
  if (size < 0.05) return;
  const turn = 1 - decay(response * self.seconds);
  const faceX = self.faceX + (x / size - self.faceX) * turn;
  const faceY = self.faceY + (y / size - self.faceY) * turn;
  const length = Math.sqrt(faceX * faceX + faceY * faceY);
  if (length < 1e-6) return;
  self.faceX = faceX / length;
  self.faceY = faceY / length;
}
