import { expect, test } from 'vitest';
import { PathRoundTrips } from './path-round-trips.ts';

const rate = 1000;

/** A drain phase whose steps have these round trips and rates. Returns whether each needed another step. */
function drain(
  path: PathRoundTrips,
  before: number,
  ...steps: readonly (readonly [trip: number, rate: number])[]
): boolean[] {
  path.drain({ mean: before, min: before, rate });
  return steps.map(([trip, ofStep]) => path.endStep({ mean: trip, min: trip, rate: ofStep }, rate));
}

test('a queue of our own is drained step by step, and does not count', () => {
  const path = new PathRoundTrips();
  path.note({ mean: 30, min: 30 });
  expect(drain(path, 90, [80, rate], [60, rate], [45, rate], [31, 0.9 * rate])).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(path.greatest).toBe(31);
});

test('beside others the rate falls, and their queue counts as a part of the path', () => {
  const path = new PathRoundTrips();
  path.note({ mean: 90, min: 90 });
  expect(drain(path, 90, [89, 0.8 * rate])).toEqual([false]);
  expect(path.greatest).toBe(90);
});

test('a longer round trip is believed after a second step', () => {
  const path = new PathRoundTrips();
  path.note({ mean: 30, min: 30 });
  expect(drain(path, 30, [60, 0.5 * rate], [60, 0.4 * rate])).toEqual([true, false]);
  expect(path.greatest).toBe(60);
});

test('the greatest of the last ten counts, up to three times the least, and a shorter path replaces all', () => {
  const path = new PathRoundTrips();
  for (const trip of [50, 100, 60]) path.note({ mean: trip, min: trip });
  expect([path.greatest, path.least, path.spread]).toEqual([100, 50, 50]);
  path.note({ mean: 400, min: 400 });
  expect(path.greatest).toBe(150);
  for (let i = 0; i < 10; i++) path.note({ mean: 55, min: 55 });
  expect([path.greatest, path.least]).toEqual([55, 55]);
  path.note({ mean: 20, min: 20 });
  expect(path.greatest).toBe(20);
});

test('a drain phase ends after six steps', () => {
  const path = new PathRoundTrips();
  path.note({ mean: 10, min: 10 });
  const steps = Array.from({ length: 6 }, (_, i) => [100 - 10 * i, rate] as const);
  expect(drain(path, 110, ...steps)).toEqual([true, true, true, true, true, false]);
});
