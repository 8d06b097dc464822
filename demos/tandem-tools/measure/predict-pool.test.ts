import { expect, test } from 'vitest';
import { fitThreadCosts } from './predict-pool.ts';
import type { MeasuredThread } from './pool-report.ts';

const costs = { step: 0.2, share: 0.0001, update: 0.005 };

/** A run of one thread with these costs. */
function run(enemies: number, updates: number, noise = 1): MeasuredThread {
  const steps = 60;
  const busy = noise * (steps * (costs.step + costs.share * enemies) + updates * costs.update);
  return { enemies, steps, updates, busy };
}

test('the costs of three runs explain their times', () => {
  const fitted = fitThreadCosts([run(1000, 60_000), run(10_000, 90_000), run(30_000, 100_000)]);
  for (const [name, cost] of Object.entries(costs))
    expect(fitted[name as keyof typeof costs]).toBeCloseTo(cost, 9);
});

test('if noise hides the costs, all time counts as time of updates', () => {
  const runs = [run(1000, 60_000, 3), run(10_000, 90_000), run(30_000, 100_000, 0.5)] as const;
  const fitted = fitThreadCosts(runs);
  expect([fitted.step, fitted.share]).toEqual([0, 0]);
  expect(fitted.update * 250_000).toBeCloseTo(
    runs.reduce((sum, { busy }) => sum + busy, 0),
    6,
  );
});
