import { expect, test } from 'vitest';
import { Particles } from './particles.ts';

const shower = { x: 5, y: 5, count: 10, color: 0xff0000, speed: 3, life: 1 };

test('particles die', () => {
  const particles = new Particles(100);
  particles.throw(shower);
  expect(particles.count).toBe(10);
  for (let i = 0; i < 21; i++) particles.move(0.05);
  expect(particles.count).toBe(0);
});

test('when there is no room left new ones take the place of old ones', () => {
  const particles = new Particles(16);
  particles.throw({ ...shower, count: 40 });
  expect(particles.count).toBe(16);
});

test('they fly apart, and fall where there is gravity', () => {
  const particles = new Particles(100);
  particles.throw({ ...shower, count: 100, gravity: 10, life: 10 });
  for (let i = 0; i < 20; i++) particles.move(0.05);
  const ys = particles.y.subarray(0, particles.count);
  expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(0.5);
  expect(ys.reduce((sum, y) => sum + y, 0) / ys.length).toBeGreaterThan(6);
});
