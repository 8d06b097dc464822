import type { EntityGroup } from '@doha/adapt';
import { expect, test } from 'vitest';
import { rebalance, type Throughput } from './rebalance.ts';
import { equalRegions, type Regions } from './regions.ts';

/** A tunnel of 3 × 100 pieces with ten enemies in each. The enemies of the first columns are important. */
const first = equalRegions({ columns: 800, rows: 24 }, 2);
const crowds: EntityGroup[] = first.owners.map((_, piece) => ({
  count: 10,
  priority: piece % first.columns < 10 ? 0.7 : 0.01,
}));
const busy = (rate: number): Throughput => ({ load: 0.98, rate });

test('the thread with the important enemies gets fewer pieces', () => {
  const { owners } = settle(first, [busy(20_000), busy(20_000)]);
  const counts = [0, 1].map((thread) => owners.filter((owner) => owner === thread).length);
  expect(counts[0]).toBeLessThan(counts[1]! * 0.8);
  expect(owners[0]).toBe(0);
});

test('a faster thread gets more pieces', () => {
  const countOf = (throughputs: readonly Throughput[]): number =>
    settle(first, throughputs).owners.filter((owner) => owner === 0).length;
  expect(countOf([busy(30_000), busy(20_000)])).toBeGreaterThan(countOf([busy(20_000), busy(20_000)]));
});

test('an idle thread without pieces gets some, although its capacity is unknown', () => {
  const all: Regions = { ...first, owners: first.owners.map(() => 0) };
  const { owners } = settle(all, [busy(20_000), { load: 0, rate: 0 }]);
  expect(owners.filter((owner) => owner === 1).length).toBeGreaterThan(100);
});

test('threads with spare time get equally many enemies, and nothing moves before all throughputs are known', () => {
  const lazy = { load: 0.3, rate: 20_000 };
  const counts = settle(first, [lazy, lazy]).owners.filter((owner) => owner === 0).length;
  expect(Math.abs(counts - 150)).toBeLessThan(10);
  expect(rebalance(first, crowds, [lazy, { load: NaN, rate: NaN }])).toBeUndefined();
});

/** Rebalances until nothing moves any more. */
function settle(regions: Regions, throughputs: readonly Throughput[]): Regions {
  let settled = regions;
  for (let turn = 0; turn < 200; turn++) {
    const next = rebalance(settled, crowds, throughputs);
    if (next === undefined) return settled;
    settled = next;
  }
  throw new Error('settle: after 200 turns pieces still move');
}
