import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priorityThreshold } from './priority-threshold.ts';

const item = fc.record({
  priority: fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(NaN),
  ),
  cost: fc.integer({ min: 0, max: 1000 }),
});

test('the items at or above the threshold cost at least the capacity, or are all items', () => {
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 100 }),
      fc.integer({ min: 0, max: 30_000 }),
      (items, capacity) => {
        const priorities = Float64Array.from(items, ({ priority }) => priority);
        const costs = Float64Array.from(items, ({ cost }) => cost);
        const threshold = priorityThreshold(priorities, costs, items.length, capacity);
        const chosen = items.filter(({ priority }) => priority >= threshold);
        const cost = chosen.reduce((sum, each) => sum + each.cost, 0);
        expect(threshold === -Infinity || cost >= capacity).toBe(true);
      },
    ),
  );
});

test('the items at or above the threshold cost little more than the capacity', () => {
  const priorities = Float64Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 10_000);
  const costs = new Float64Array(10_000).fill(2);
  const threshold = priorityThreshold(priorities, costs, 10_000, 4000);
  const chosen = priorities.filter((priority) => priority >= threshold).length;
  expect(chosen).toBeGreaterThanOrEqual(2000);
  expect(chosen).toBeLessThan(2100);
});

test('the items at or above the threshold cost little more than the capacity if priorities use the whole range of numbers', () => {
  const priorities = Float64Array.from({ length: 1000 }, (_, i) => ((i - 500) / 500) * Number.MAX_VALUE);
  const threshold = priorityThreshold(priorities, new Float64Array(1000).fill(1), 1000, 300);
  const chosen = priorities.filter((priority) => priority >= threshold).length;
  expect(chosen).toBeGreaterThanOrEqual(300);
  expect(chosen).toBeLessThan(310);
});

test('the items at or above the threshold cost little more than the capacity if outliers take most of the range', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(1e9, 1e300, -1e12, Number.MAX_VALUE), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 100, max: 900 }),
      (outliers, capacity) => {
        const priorities = Float64Array.from([
          ...Array.from({ length: 1000 }, (_, i) => i / 1000),
          ...outliers,
        ]);
        const threshold = priorityThreshold(
          priorities,
          new Float64Array(priorities.length).fill(1),
          priorities.length,
          capacity,
        );
        const chosen = priorities.filter((priority) => priority >= threshold).length;
        expect(chosen).toBeGreaterThanOrEqual(capacity);
        expect(chosen).toBeLessThanOrEqual(capacity * 1.125 + 20);
      },
    ),
  );
});
