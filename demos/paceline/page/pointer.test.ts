import { expect, test } from 'vitest';
import { Pointer } from './pointer.ts';

test('the pointer moves by itself, within its limits, without jumps', () => {
  const pointer = new Pointer();
  let longest = 0;
  const seen = { min: 1, max: 0 };
  for (let time = 0; time < 30_000; time += 16) {
    const { x, y } = pointer;
    pointer.advanceTo(time);
    longest = Math.max(longest, Math.hypot(pointer.x - x, pointer.y - y));
    seen.min = Math.min(seen.min, pointer.x, pointer.y);
    seen.max = Math.max(seen.max, pointer.x, pointer.y);
  }
  expect(longest).toBeLessThan(0.03);
  expect(seen.min).toBeGreaterThan(0);
  expect(seen.min).toBeLessThan(0.2);
  expect(seen.max).toBeLessThan(1);
});

test('the pointer stays where the user has moved it, within its limits, and moves by itself again some seconds later', () => {
  const pointer = new Pointer();
  pointer.advanceTo(1000);
  pointer.moveTo(2, -1);
  pointer.advanceTo(3000);
  expect(pointer).toMatchObject({ x: 1, y: 0 });
  pointer.advanceTo(20_000);
  expect(pointer.x).toBeLessThan(1);
});
