import { expect, test } from 'vitest';
import { estimateLoads } from '../partition/estimate-loads.ts';
import { minimumRate } from '../policies/minimum-rate.ts';
import { nearestTo } from '../policies/nearest-to.ts';
import { scaledBySpeed } from '../policies/scaled-by-speed.ts';
import { sinceUpdate } from '../policies/since-update.ts';
import { staticGrid } from '../partition/static-grid.ts';
import { weighted } from '../policies/weighted.ts';

const half = (): number => 0.5;
const oneLevel = { capacity: 1, fullRate: 60, growth: 1 };

// One call for each number of the application that is multiplied or divided. The parameter is the
// number.
const uses: Readonly<Record<string, (value: number) => unknown>> = {
  'nearestTo: halfAt': (halfAt) => nearestTo([], { halfAt }),
  'scaledBySpeed: reference': (reference) => scaledBySpeed(half, reference),
  'sinceUpdate: limit': (limit) => sinceUpdate(limit),
  'weighted: weight': (weight) => weighted([weight, half]),
  'staticGrid: width': (width) => staticGrid({ width, height: 1, parts: 4 }),
  'staticGrid: height': (height) => staticGrid({ width: 1, height, parts: 4 }),
  'estimateLoads: capacity': (capacity) => estimateLoads([], { ...oneLevel, capacity }),
  'estimateLoads: fullRate': (fullRate) => estimateLoads([], { ...oneLevel, fullRate }),
  'estimateLoads: growth': (growth) => estimateLoads([], { ...oneLevel, growth }),
};

test.each(Object.keys(uses))(
  '%s may be 1e-100 to 1e100, and other values throw an error that names the parameter',
  (name) => {
    for (const value of [1e-100, 1, 1e100]) expect(() => uses[name]!(value)).not.toThrow();
    for (const value of [5e-324, 9e-101, 1.1e100, 1e200, Number.MAX_VALUE])
      expect(() => uses[name]!(value)).toThrow(
        new RangeError(`${name} must be a number from 1e-100 to 1e100, got ${value}`),
      );
  },
);

test('a velocity or a rate above 1e100 throws an error that names it', () => {
  const fast = scaledBySpeed(half, 1e100);
  expect(fast({ vx: 1e100, vy: 0 }, 0, 0)).toBe(1);
  expect(scaledBySpeed(half, 1e-100)({ vx: 1e100, vy: -1e100 }, 0, 0)).toBeLessThan(Infinity);
  for (const vx of [1e200, -1.1e100, Infinity])
    expect(() => fast({ vx, vy: 0 }, 0, 0)).toThrow(
      new RangeError(`scaledBySpeed: vx of an entity must be a number from -1e100 to 1e100, got ${vx}`),
    );
  expect(minimumRate(() => 1e100)({}, 1e100, 0)).toBe(1e197);
  expect(() => minimumRate(() => 1e101)({}, 0, 0)).toThrow('must be a number from 0 to 1e100, got 1e+101');
});

test('a grid of the most oblong map has one row or one column', () => {
  expect(staticGrid({ width: 1e100, height: 1e-100, parts: 4 })).toMatchObject({ columns: 4, rows: 1 });
  expect(staticGrid({ width: 1e-100, height: 1e100, parts: 4 })).toMatchObject({ columns: 1, rows: 4 });
});

test('nearestTo distinguishes distances up to 1e100, and returns nearly 0 from 1e150 on', () => {
  const policy = nearestTo([{ x: 0, y: 0 }], { halfAt: 1e100 });
  expect(policy({ x: 0, y: 1e100 }, 0, 0)).toBeCloseTo(0.5);
  for (const x of [1e150, 1e200, -Number.MAX_VALUE, Infinity])
    expect(policy({ x, y: 0 }, 0, 0)).toBeLessThan(1e-49);
});

test.each([1e308, -1e308, 1.7e308])('the weighted mean of priorities near %d is finite', (priority) => {
  const parts = [1, 3, 1e100, 1e-100, 7].map((weight) => [weight, () => priority] as const);
  expect(weighted(...parts)({}, 0, 0) / priority).toBeCloseTo(1);
});
