import { decay } from './decay.ts';
import type { Entity } from './entity.ts';
import type { Surroundings } from './surroundings.ts';
import { createContact, slide } from './sweep.ts';

const contact = createContact();

/**
 * Flies for some time with the wish to have velocity (wishX, wishY), which it approaches at `response` per second. The
 * path under a constant wish is integrated exactly, so that only the wish's own changes tell update rates apart.
 */
export function fly(
  around: Surroundings,
  self: Entity,
  wishX: number,
  wishY: number,
  response: number,
  seconds: number,
): void {
  const lackX = self.vx + self.pushX - wishX;
  const lackY = self.vy + self.pushY - wishY;
  self.pushX = 0;
  self.pushY = 0;
  const keep = decay(response * seconds);
  const drift = (1 - keep) / response;
  self.vx = wishX + lackX * keep;
  self.vy = wishY + lackY * keep;
  slide(around.grid, self, wishX * seconds + lackX * drift, wishY * seconds + lackY * drift, 0, contact);
  lookAlong(self, self.vx, self.vy, 6, seconds);
}

/** Turns the face towards a direction, at `response` per second. */
export function lookAlong(self: Entity, x: number, y: number, response: number, seconds: number): void {
  const size = Math.sqrt(x * x + y * y);
  if (size < 0.05) return;
  const turn = 1 - decay(response * seconds);
  const faceX = self.faceX + (x / size - self.faceX) * turn;
  const faceY = self.faceY + (y / size - self.faceY) * turn;
  const length = Math.sqrt(faceX * faceX + faceY * faceY);
  if (length < 1e-6) return;
  self.faceX = faceX / length;
  self.faceY = faceY / length;
}
