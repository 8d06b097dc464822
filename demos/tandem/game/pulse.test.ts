import { expect, test } from 'vitest';
import { step } from './game.ts';
import { Pulse } from './pulse.ts';

test('a regular game has no jitter', () => {
  const pulse = new Pulse();
  expect(pulse.jitter).toBeNaN();
  for (let i = 0; i < 500; i++) pulse.stepped(i * step);
  expect(pulse.jitter).toBeCloseTo(0, 9);
  expect(pulse.steps).toBe(500);
});

test('jitter tells how far windows are from 33.3 ms apart, of late', () => {
  const pulse = new Pulse();
  let now = 0;
  for (let i = 0; i < 1000; i++) pulse.stepped((now += i < 500 ? step : step + 2));
  expect(pulse.jitter).toBeCloseTo(4, 9);
});
