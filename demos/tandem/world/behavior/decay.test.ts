import { expect, test } from 'vitest';
import { decay } from './decay.ts';

test('decay is e^-z within 0.0006 up to 1, and within 0.00005 where updates use it most', () => {
  for (let z = 0; z <= 1; z += 0.01) expect(Math.abs(decay(z) - Math.exp(-z))).toBeLessThan(6e-4);
  for (let z = 0; z <= 0.5; z += 0.01) expect(Math.abs(decay(z) - Math.exp(-z))).toBeLessThan(5e-5);
});
