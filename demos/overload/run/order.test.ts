import { expect, test } from 'vitest';
import { order } from './order.ts';

test('each round has each scene with each contestant once, in changing orders', () => {
  const turns = order(['field', 'filter'], ['a', 'b', 'c'], 3);
  expect(turns).toHaveLength(18);
  expect(new Set(turns.map(({ contestant, round, scene }) => `${contestant}${round}${scene}`)).size).toBe(18);
  const inField = [1, 2, 3].map((one) =>
    turns
      .filter(({ round, scene }) => round === one && scene === 'field')
      .map(({ contestant }) => contestant),
  );
  expect(inField).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c', 'b'],
    ['c', 'a', 'b'],
  ]);
  expect(order(['field'], [], 2)).toEqual([]);
});
