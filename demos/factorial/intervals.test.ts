import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intervalsOf } from './intervals.ts';

test('intervals contain each number once, in order, and respect the maximum length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 600 }), (n, length) => {
      const intervals = intervalsOf(n, length).map(({ end, start }) =>
        Array.from({ length: end - start }, (_, i) => start + i),
      );
      expect(intervals.flat()).toEqual(Array.from({ length: n }, (_, i) => i + 1));
      for (const numbers of intervals) {
        expect(numbers.length).toBeGreaterThan(0);
        expect(numbers.length).toBeLessThanOrEqual(length);
      }
    }),
  );
});
