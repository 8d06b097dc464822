import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entityId } from './entity-id.ts';

const parent = fc.integer({ min: 0, max: 2 ** 21 - 1 });
const counter = fc.integer({ min: 0, max: 2 ** 21 - 1 });

test('two ids are equal only if their parents and counters are equal', () => {
  fc.assert(
    fc.property(parent, counter, parent, counter, (p, c, q, d) => {
      expect(entityId(p, c) === entityId(q, d)).toBe(p === q && c === d);
    }),
  );
});

test('the id of an entity of the level is its counter, and all ids are exact integers', () => {
  expect(entityId(0, 42)).toBe(42);
  expect(Number.isSafeInteger(entityId(2 ** 21 - 1, 2 ** 32 - 1))).toBe(true);
});

test('entityId throws for grandchildren and for negative, fractional and large counters', () => {
  expect(() => entityId(entityId(1, 1), 1)).toThrow(RangeError);
  expect(() => entityId(1, -1)).toThrow(RangeError);
  expect(() => entityId(1, 0.5)).toThrow(RangeError);
  expect(() => entityId(0, 2 ** 21)).toThrow(RangeError);
});
