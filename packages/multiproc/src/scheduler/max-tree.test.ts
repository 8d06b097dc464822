import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MaxTree } from './max-tree.ts';

test('the maximum of a tree equals that of a list after the same changes', () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(-Infinity));
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(), value), { maxLength: 40 }),
      (values, changes) => {
        const tree = new MaxTree(values);
        const list = [...values];
        expect(tree.max).toBe(Math.max(...list));
        for (const [at, changed] of changes) {
          const index = at % tree.capacity;
          tree.set(index, changed);
          while (list.length < tree.capacity) list.push(-Infinity);
          list[index] = changed;
          expect(tree.max).toBe(Math.max(...list));
        }
      },
    ),
  );
});

test('a tree that is created without numbers has the maximum -Infinity and room for one number', () => {
  const tree = new MaxTree([]);
  expect([tree.max, tree.capacity]).toEqual([-Infinity, 1]);
});
