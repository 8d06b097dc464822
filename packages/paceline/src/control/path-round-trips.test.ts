import { expect, test } from 'vitest';
import { PathRoundTrips, type RoundTripSummary } from './path-round-trips.ts';

const rate = 1000;

/** Round trips that do not differ. */
const steady = (trip: number): RoundTripSummary => ({ mean: trip, min: trip, max: trip });

/**
 * A drain phase whose steps have these round trips and rates. Returns for each step whether another
 * one is needed.
 */
function drain(
  path: PathRoundTrips,
  before: number,
  ...steps: readonly (readonly [trip: number, rate: number])[]
): boolean[] {
  path.drain({ ...steady(before), rate });
  return steps.map(([trip, ofStep]) => path.endStep({ ...steady(trip), rate: ofStep }, rate));
}

test('a queue of our own is drained step by step, and only the round trip without it is remembered', () => {
  const path = new PathRoundTrips();
  path.note(steady(30));
  expect(drain(path, 90, [80, rate], [60, rate], [45, rate], [31, 0.9 * rate])).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(path.nearlyGreatest).toBe(31);
});

test('outside of drain phases, only round trips that are shorter than all known ones are remembered', () => {
  const path = new PathRoundTrips();
  path.note(steady(90));
  path.noteShorter(steady(88));
  expect(path.nearlyGreatest).toBe(90);
  path.noteShorter(steady(30));
  expect(path.nearlyGreatest).toBe(30);
});

test('if the rate falls, the queue is one of other connections, and counts as a part of the path', () => {
  const path = new PathRoundTrips();
  path.note(steady(90));
  expect(drain(path, 90, [89, 0.8 * rate])).toEqual([false]);
  expect(path.nearlyGreatest).toBe(90);
});

test('a much longer round trip is remembered if a second step confirms it', () => {
  const path = new PathRoundTrips();
  path.note(steady(30));
  expect(drain(path, 30, [60, 0.5 * rate], [60, 0.4 * rate])).toEqual([true, false]);
  expect(path.nearlyGreatest).toBe(60);
});

test('a much longer round trip is remembered although the next step has a shorter one, if the rate falls again', () => {
  const path = new PathRoundTrips();
  path.note(steady(30));
  expect(drain(path, 30, [60, 0.5 * rate], [45, 0.4 * rate])).toEqual([true, false]);
  expect(path.nearlyGreatest).toBe(60);
});

test('a much longer round trip is not remembered if the next step has a shorter one at the same rate', () => {
  const path = new PathRoundTrips();
  path.note(steady(30));
  expect(drain(path, 30, [60, 0.5 * rate], [45, 0.5 * rate], [31, 0.4 * rate])).toEqual([true, true, false]);
  expect(path.nearlyGreatest).toBe(31);
});

test('the greatest of a few round trips counts, up to six times the least; a shorter path replaces all of them', () => {
  const path = new PathRoundTrips();
  for (const trip of [50, 100, 60]) path.note(steady(trip));
  expect([path.nearlyGreatest, path.withoutQueue, path.least, path.spread]).toEqual([100, 100, 50, 50]);
  path.note(steady(400));
  expect(path.nearlyGreatest).toBe(300);
  for (let i = 0; i < 10; i++) path.note(steady(55));
  expect([path.nearlyGreatest, path.least]).toEqual([55, 55]);
  path.note(steady(20));
  expect(path.nearlyGreatest).toBe(20);
});

test('of ten round trips the second greatest counts: the greatest may contain a queue', () => {
  const path = new PathRoundTrips();
  for (const trip of [50, 51, 52, 53, 54, 55, 56, 57, 60, 90]) path.note(steady(trip));
  expect([path.nearlyGreatest, path.withoutQueue]).toEqual([60, 60]);
});

test('if a queue drained during a round, its mean and greatest round trips count as at most three times the least one', () => {
  const path = new PathRoundTrips();
  path.note({ mean: 500, min: 30, max: 700 });
  expect([path.nearlyGreatest, path.withoutQueue, path.jitter]).toEqual([90, 30, 60]);
  path.note({ mean: 45, min: 29, max: 75 });
  expect(path.jitter).toBe(60);
});

test('a drain phase ends with a round whose least round trip contains no queue', () => {
  const path = new PathRoundTrips();
  path.note(steady(30));
  path.drain({ mean: 60, min: 50, max: 70, rate });
  expect(path.endStep({ mean: 50, min: 31, max: 60, rate }, rate)).toBe(false);
});

test('a drain phase ends after six steps', () => {
  const path = new PathRoundTrips();
  path.note(steady(10));
  const steps = Array.from({ length: 6 }, (_, i) => [100 - 10 * i, rate] as const);
  expect(drain(path, 110, ...steps)).toEqual([true, true, true, true, true, false]);
});
