import type { EntityGroup } from '@doha/adapt';
import { expect, test } from 'vitest';
import { handOver, type Pace } from './hand-over.ts';
import { equalRegions, type Regions } from './regions.ts';

/** A tunnel of 3 × 100 pieces with ten enemies in each, of which those of the first columns matter. */
const first = equalRegions({ columns: 800, rows: 24 }, 2);
const crowds: EntityGroup[] = first.owners.map((_, piece) => ({
  count: 10,
  priority: piece % first.columns < 10 ? 0.7 : 0.01,
}));
const busy = (rate: number): Pace => ({ load: 0.98, rate });

test('who has those that matter has fewer of the others', () => {
  const { owners } = settle(first, [busy(20_000), busy(20_000)]);
  const counts = [0, 1].map((part) => owners.filter((owner) => owner === part).length);
  expect(counts[0]).toBeLessThan(counts[1]! * 0.8);
  expect(owners[0]).toBe(0);
});

test('who can do more has more', () => {
  const countOf = (paces: readonly Pace[]): number =>
    settle(first, paces).owners.filter((owner) => owner === 0).length;
  expect(countOf([busy(30_000), busy(20_000)])).toBeGreaterThan(countOf([busy(20_000), busy(20_000)]));
});

test('a thread that has nothing to do gets something, whatever it has done', () => {
  const all: Regions = { ...first, owners: first.owners.map(() => 0) };
  const { owners } = settle(all, [busy(20_000), { load: 0, rate: 0 }]);
  expect(owners.filter((owner) => owner === 1).length).toBeGreaterThan(100);
});

test('where all have time the enemies are shared out evenly, and nothing is done before anything is known', () => {
  const lazy = { load: 0.3, rate: 20_000 };
  const counts = settle(first, [lazy, lazy]).owners.filter((owner) => owner === 0).length;
  expect(Math.abs(counts - 150)).toBeLessThan(10);
  expect(handOver(first, crowds, [lazy, { load: NaN, rate: NaN }])).toBeUndefined();
});

/** Hands over until nothing more is. */
function settle(regions: Regions, paces: readonly Pace[]): Regions {
  let settled = regions;
  for (let turn = 0; turn < 200; turn++) {
    const next = handOver(settled, crowds, paces);
    if (next === undefined) return settled;
    settled = next;
  }
  throw new Error('It must come to rest.');
}
