import type { KindDefinition } from '../kind.ts';
import { polygon, ring } from './shape.ts';

/** Radians per second. */
const spin = 5;

/** Spins in place, and is deadly. */
export const saw: KindDefinition = {
  radius: 0.46,
  color: 0xff4d4d,
  speed: 0,
  minRate: 1,
  decisionPeriod: 60_000,
  memory: {},
  shape(pen, core) {
    const points: number[] = [];
    for (let i = 0; i < 24; i++) {
      const angle = (i * Math.PI) / 12;
      const reach = i % 2 === 0 ? 1.15 : 0.85;
      points.push(reach * Math.cos(angle + (i % 2) * 0.12), reach * Math.sin(angle + (i % 2) * 0.12));
    }
    polygon(pen, points);
    ring(pen, core, 0.35);
  },
  step(_, self) {
    // A small turn without `Math.sin` and `Math.cos`, whose results differ in the last bit between engines.
    const turn = spin * self.seconds;
    const x = self.faceX - turn * self.faceY;
    const y = self.faceY + turn * self.faceX;
    const length = Math.sqrt(x * x + y * y);
    self.faceX = x / length;
    self.faceY = y / length;
    self.pushX = self.pushY = 0;
  },
};
