import { expect, test } from 'vitest';
import { jainOf } from './jain.ts';

test('Jain’s index is 1 for equal shares, and 1 / n if one of n has everything', () => {
  expect(
    jainOf([
      [1, 5, 0],
      [1, 0, 0],
    ]),
  ).toEqual([1, 0.5, 1]);
});
