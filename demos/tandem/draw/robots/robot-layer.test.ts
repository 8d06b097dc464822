import { expect, test } from 'vitest';
import { overlapOf } from './robot-layer.ts';

test('a robot is hidden completely at the place of its partner, and not at all beside it', () => {
  expect(overlapOf({ x: 3, y: 2 }, { x: 3, y: 2 })).toBe(1);
  expect(overlapOf({ x: 3, y: 2 }, { x: 3.7, y: 2 })).toBe(0);
  expect(overlapOf({ x: 3, y: 2 }, { x: 3, y: 1 })).toBe(0);
});

test('a robot that runs past its partner is raised and lowered smoothly', () => {
  for (let x = -1; x < 1; x += 0.02) {
    const change = overlapOf({ x, y: 0 }, { x: 0, y: 0 }) - overlapOf({ x: x + 0.02, y: 0 }, { x: 0, y: 0 });
    expect(Math.abs(change)).toBeLessThan(0.06);
  }
});
