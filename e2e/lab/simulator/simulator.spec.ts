import { expect, test } from '@playwright/test';
import { measureSimulator } from './measure-simulator.ts';
import type { Plan } from './programs/measure-runs.ts';

test('the measurement of the simulator returns measured and predicted throughput', async () => {
  const plan: Plan = {
    rounds: 1,
    burstWork: 20,
    maxTasks: 500,
    costs: [0, 0.1],
    windows: [1, 'auto'],
    workers: [1, 2],
  };
  const [checked, scaled, frames] = await measureSimulator(plan, [1, 4]);
  expect(checked!.rows.map((row) => [row['task ms'], row['workers']])).toEqual([
    [0, 1],
    [0, 2],
    [0.1, 1],
    [0.1, 2],
  ]);
  for (const row of checked!.rows) {
    expect(row['predicted tasks/s']).toBeGreaterThan(0);
    expect(row['measured tasks/s']).toBeGreaterThan(0);
    expect(row['error %']).toBeGreaterThan(-100);
  }
  expect(Object.values(checked!.samples!).every((runs) => runs.length === 1)).toBe(true);
  for (const row of scaled!.rows) expect(row['tasks/s']).toBeGreaterThan(0);
  expect(scaled!.rows.map(({ workers }) => workers)).toEqual([1, 4, 1, 4]);
  expect(frames!.rows).toHaveLength(5);
});
