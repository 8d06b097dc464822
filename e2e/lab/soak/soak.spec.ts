import { expect, test } from '@playwright/test';
import { runSoak } from './run-soak.ts';

test('in a short soak, messages return in order while connections are cut and clients are killed', async () => {
  const { delivered, faults, kills, rows } = await runSoak(2);
  expect(faults).toEqual([]);
  expect(delivered).toBeGreaterThan(100);
  expect(kills).toBeGreaterThan(0);
  expect(rows).toHaveLength(6);
});
