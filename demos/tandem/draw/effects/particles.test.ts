import { expect, test } from 'vitest';
import { Particles } from './particles.ts';

const emission = { x: 5, y: 5, count: 10, color: 0xff0000, speed: 3, life: 1 };

test('particles disappear at the end of their life', () => {
  const particles = new Particles(100);
  particles.emit(emission);
  expect(particles.count).toBe(10);
  for (let i = 0; i < 21; i++) particles.move(0.05);
  expect(particles.count).toBe(0);
});

test('new particles replace old ones when the tables are full', () => {
  const particles = new Particles(16);
  particles.emit({ ...emission, count: 40 });
  expect(particles.count).toBe(16);
});

test('particles spread, and fall under gravity', () => {
  const particles = new Particles(100);
  particles.emit({ ...emission, count: 100, gravity: 10, life: 10 });
  for (let i = 0; i < 20; i++) particles.move(0.05);
  const ys = particles.y.subarray(0, particles.count);
  expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(0.5);
  expect(ys.reduce((sum, y) => sum + y, 0) / ys.length).toBeGreaterThan(6);
});
