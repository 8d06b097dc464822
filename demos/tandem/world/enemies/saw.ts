import type { Entity } from '../entity.ts';
import type { Behavior, Surroundings } from '../surroundings.ts';

/** Radians per second. */
const spin = 5;

/** Spins where it is, and cuts. */
export const saw: Behavior = {
  decide(): void {},

  step(_: Surroundings, self: Entity): void {
    // A small turn without trigonometry, in whose last bit engines may differ.
    const turn = spin * self.seconds;
    const x = self.faceX - turn * self.faceY;
    const y = self.faceY + turn * self.faceX;
    const length = Math.sqrt(x * x + y * y);
    self.faceX = x / length;
    self.faceY = y / length;
    self.pushX = self.pushY = 0;
  },
};
