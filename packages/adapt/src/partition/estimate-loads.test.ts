import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EntityGroup, estimateLoads, type EstimateLoadsOptions } from './estimate-loads.ts';

/** Number of bits after the binary point of a fixed-point number. It is enough for these tests. */
const bits = 300n;
const one = 1n << bits;
const half = one >> 1n;

/** A fixed-point number. Exact for whole numbers and halves. */
const fixed = (value: number): bigint => BigInt(value * 2) * half;

/** The loads, computed with fixed-point numbers. The arguments must be whole numbers or halves. */
function exactLoads(
  groups: readonly EntityGroup[],
  { capacity, fullRate, growth }: EstimateLoadsOptions,
): number[] {
  const least = (fixed(growth) * one) / fixed(fullRate);
  const given = groups.map(({ count, priority }) => ({ count: fixed(count), priority: fixed(priority) }));
  const loadsAt = (level: bigint): bigint[] =>
    given.map(({ count, priority }) => {
      const gap = level - priority;
      return (count * fixed(growth)) / (gap > least ? gap : least);
    });
  const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);
  const priorities = given.map(({ priority }) => priority);
  let low = priorities.reduce((lowest, each) => (each < lowest ? each : lowest));
  let high = priorities.reduce((highest, each) => (each > highest ? each : highest));
  high += (sum(given.map(({ count }) => count)) * fixed(growth)) / fixed(capacity) + one;
  while (high - low > 1n) {
    const level = (low + high) >> 1n;
    if (sum(loadsAt(level)) > fixed(capacity)) low = level;
    else high = level;
  }
  return loadsAt(high).map((load) => Number((load * 2n ** 60n) / one) / 2 ** 60);
}

const options = { capacity: 1000, fullRate: 60, growth: 1 };

describe('estimateLoads', () => {
  test.each([1e3, 1e9, 1e12, 1e17, 1e50, 1e100])(
    'assigns a group the capacity that a group with priority %d does not use',
    (priority) => {
      const loads = estimateLoads([{ count: 1000, priority: 0 }, { count: 1, priority }], options); // oxfmt-ignore
      expect(loads[0]).toBeCloseTo(940, 6);
      expect(loads[1]).toBe(60);
    },
  );

  test.each([1e17, -1e17, 1e100])('stays within the capacity at priorities of %d', (priority) => {
    const groups = [5, 20, 100].map((count) => ({ count, priority }));
    const loads = estimateLoads(groups, { ...options, capacity: 10 });
    for (const [i, { count }] of groups.entries()) expect(loads[i]).toBeCloseTo((10 * count) / 125, 9);
  });

  test('agrees with a computation in fixed-point numbers', () => {
    const exponent = fc.integer({ min: 0, max: 60 });
    const large = fc.tuple(fc.integer({ min: -9, max: 9 }), exponent).map(([a, b]) => a * 2 ** b);
    const group = fc.record({
      count: fc.oneof(fc.nat(20), fc.nat(100_000)),
      priority: fc.oneof(fc.integer({ min: -20, max: 20 }), large),
    });
    const given = fc.record({
      capacity: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1e9 })),
      fullRate: fc.integer({ min: 1, max: 120 }),
      growth: fc.constantFrom(0.5, 1, 3, 1000),
    });
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 5 }), given, (groups, extremes) => {
        const { capacity } = extremes;
        const loads = estimateLoads(groups, extremes);
        const total = loads.reduce((sum, load) => sum + load, 0);
        expect(total).toBeLessThanOrEqual(capacity * (1 + 1e-12));
        for (const [i, load] of exactLoads(groups, extremes).entries())
          expect(Math.abs(loads[i]! - load)).toBeLessThanOrEqual(capacity * 1e-12);
      }),
      { numRuns: 200 },
    );
  });

  test('accepts any number of groups', () => {
    const groups = Array.from({ length: 200_000 }, (_, i) => ({ count: 1, priority: i % 10 }));
    const loads = estimateLoads(groups, options);
    expect(loads.reduce((sum, load) => sum + load, 0)).toBeCloseTo(1000, 6);
    expect(estimateLoads([], options)).toEqual([]);
  });
});

describe('estimated loads', () => {
  const settings = { capacity: 1000, fullRate: 30, growth: 0.25 };

  test('if there is time for all updates, all groups have their full rate', () => {
    const loads = estimateLoads(
      [
        { count: 10, priority: 0.5 },
        { count: 20, priority: 0 },
      ],
      settings,
    );
    expect(loads[0]).toBeCloseTo(300, 4);
    expect(loads[1]).toBeCloseTo(600, 4);
  });

  test('without time for all updates, the loads use the whole capacity, and a more important group never has a lower rate', () => {
    const group = fc.record({
      count: fc.integer({ min: 0, max: 500 }),
      priority: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 40 }), (groups) => {
        const loads = estimateLoads(groups, settings);
        const total = loads.reduce((sum, load) => sum + load, 0);
        const wanted = groups.reduce((sum, { count }) => sum + 30 * count, 0);
        expect(Math.abs(total - Math.min(1000, wanted))).toBeLessThan(1);
        const rates = groups.map(({ count, priority }, i) => ({ priority, rate: loads[i]! / count }));
        const ranked = rates
          .filter(({ rate }) => !Number.isNaN(rate))
          .toSorted((a, b) => a.priority - b.priority);
        for (const [i, { rate }] of ranked.entries())
          expect(rate).toBeGreaterThanOrEqual((ranked[i - 1]?.rate ?? 0) - 1e-6);
      }),
    );
  });

  test('the loads are finite for all accepted numbers, and other numbers throw an error', () => {
    const number = fc.constantFrom(5e-324, 1e-300, 1e-100, 1e-50, 1, 1e50, 1e100, 1e300, Number.MAX_VALUE);
    const group = fc.record({ count: fc.oneof(number, fc.constant(0)), priority: number });
    const given = fc.record({ capacity: number, fullRate: number, growth: number });
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 3 }), given, (groups, extremes) => {
        const isLarge = (value: number): boolean => value > 1e100;
        const isRefused =
          Object.values(extremes).some((value) => isLarge(value) || value < 1e-100) ||
          groups.some(({ count, priority }) => isLarge(count) || isLarge(priority));
        const compute = (): number[] => estimateLoads(groups, extremes);
        if (isRefused) expect(compute).toThrow(RangeError);
        else for (const load of compute()) expect(load).toSatisfy(Number.isFinite);
      }),
      { numRuns: 1000 },
    );
    expect(() => estimateLoads([], { ...settings, growth: 1e300 })).toThrow(
      'estimateLoads: growth must be a number from 1e-100 to 1e100, got 1e+300',
    );
  });

  test('settings that are out of range throw an error', () => {
    expect(() => estimateLoads([], { ...settings, capacity: 0 })).toThrow(
      'estimateLoads: capacity must be a number from 1e-100 to 1e100, got 0',
    );
  });
});
