import { expect, test } from '@playwright/test';
import { runSoak } from './run-soak.ts';

test('the soak can be run: messages come back in their order while connections are cut and clients are killed', async () => {
  const { delivered, faults, rows } = await runSoak(5);
  expect(faults).toEqual([]);
  expect(delivered).toBeGreaterThan(100);
  expect(rows).toHaveLength(6);
});
