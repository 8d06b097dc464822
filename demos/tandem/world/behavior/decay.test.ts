import { expect, test } from 'vitest';
import { decay } from './decay.ts';

test('decay(z) differs from e^-z by less than 0.0006 for z up to 1, and by less than 0.00005 for z up to 0.5', () => {
  for (let z = 0; z <= 1; z += 0.01) expect(Math.abs(decay(z) - Math.exp(-z))).toBeLessThan(6e-4);
  for (let z = 0; z <= 0.5; z += 0.01) expect(Math.abs(decay(z) - Math.exp(-z))).toBeLessThan(5e-5);
});
