import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitThreadCosts, predictPool } from './predict-pool.ts';
import type { MeasuredThread } from './pool-report.ts';

const costs = { step: 0.2, share: 0.0001, update: 0.005 };

/** A run of one thread with these costs. */
function run(enemies: number, updates: number, noise = 1): MeasuredThread {
  const steps = 60;
  const busy = noise * (steps * (costs.step + costs.share * enemies) + updates * costs.update);
  return { enemies, steps, updates, busy };
}

test('the costs are found from three runs without noise', () => {
  const fitted = fitThreadCosts([run(1000, 60_000), run(10_000, 90_000), run(30_000, 100_000)]);
  for (const [name, cost] of Object.entries(costs))
    expect(fitted[name as keyof typeof costs]).toBeCloseTo(cost, 9);
});

test('with noise no cost is negative, and the cost of an update is above zero', () => {
  const noise = fc.double({ min: 0.3, max: 3, noNaN: true });
  fc.assert(
    fc.property(noise, noise, noise, (one, two, three) => {
      const { share, step, update } = fitThreadCosts([
        run(1000, 60_000, one),
        run(10_000, 90_000, two),
        run(30_000, 100_000, three),
      ]);
      expect(Math.min(step, share)).toBeGreaterThanOrEqual(0);
      expect(update).toBeGreaterThan(0);
    }),
  );
});

test('if noise makes one cost 0, the other costs still account for the busy time', () => {
  const fitted = fitThreadCosts([run(1000, 60_000, 0.9), run(10_000, 90_000), run(30_000, 100_000)]);
  expect(fitted.step).toBe(0);
  const { busy } = run(30_000, 100_000);
  expect((60 * 30_000 * fitted.share + 100_000 * fitted.update) / busy).toBeCloseTo(1, 1);
});

test('a run without updates throws an error', () => {
  expect(() => fitThreadCosts([run(1000, 0), run(10_000, 90_000), run(30_000, 100_000)])).toThrow(
    'Fit the costs of a thread: each run must have updates; is the machine busy?',
  );
});

test('overloaded threads make as many updates as the cores have time for', () => {
  const step = 1;
  const update = 0.05;
  const predict = (workers: number, cores: number): number =>
    predictPool({ enemies: 4000, seed: 1, costs: { step, share: 0, update }, seconds: 1, workers, cores });
  for (const [workers, cores] of [
    [1, 1],
    [2, 1],
    [2, 2],
  ] as const) {
    const most = (1000 * cores - 60 * workers * step) / update;
    expect(predict(workers, cores)).toBeLessThan(1.02 * most);
    expect(predict(workers, cores)).toBeGreaterThan(0.95 * most);
  }
});
