import { expect, test } from 'vitest';
import { leastShareOf } from './least-share.ts';

test('the least share is 1 if all connections got the same, 0 if one of several got nothing, and NaN if none got anything', () => {
  expect(leastShareOf([[5]])).toBe(1);
  expect(leastShareOf([[1, 2], [3]])).toBe(1);
  expect(leastShareOf([[1], [2], [3]])).toBe(0.5);
  expect(leastShareOf([[0], [3]])).toBe(0);
  expect(leastShareOf([[0], [0]])).toBeNaN();
});
