import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCommitted } from './committed.ts';
import { createFound, createNeighbors, findNeighbors, moveToBin, removeFromBin } from './neighbors.ts';
import { uniform } from './map/random-grid.test.setup.ts';

const count = 40;
const place = uniform(0, 12);
const move = fc.record({
  index: fc.integer({ min: 0, max: count - 1 }),
  x: place,
  y: place,
  leaves: fc.integer({ min: 0, max: 4 }).map((draw) => draw === 0),
});

test('a query finds exactly the entities within reach after any moves', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 150 }), place, place, uniform(0.1, 5), (moves, x, y, reach) => {
      const committed = createCommitted(count, 0);
      const neighbors = createNeighbors(12, 12, count);
      const present = new Set<number>();
      for (const { index, leaves, ...to } of moves) {
        committed.x[index] = to.x;
        committed.y[index] = to.y;
        if (leaves) removeFromBin(neighbors, index);
        else moveToBin(neighbors, committed, index);
        if (leaves) present.delete(index);
        else present.add(index);
      }
      const found = createFound();
      const size = findNeighbors({ neighbors, committed }, { index: 3, x, y }, reach, found);
      const near = (index: number): boolean =>
        index !== 3 && (committed.x[index]! - x) ** 2 + (committed.y[index]! - y) ** 2 <= reach * reach;
      expect([...found.subarray(0, size)].toSorted((a, b) => a - b)).toEqual(
        [...present].filter(near).toSorted((a, b) => a - b),
      );
    }),
  );
});

test('a query returns at most as many entities as fit into the result list', () => {
  const committed = createCommitted(100, 0);
  const neighbors = createNeighbors(12, 12, 100);
  for (let index = 0; index < 100; index++) moveToBin(neighbors, committed, index);
  const found = createFound();
  expect(findNeighbors({ neighbors, committed }, { index: 0, x: 0, y: 0 }, 1, found)).toBe(found.length);
});
