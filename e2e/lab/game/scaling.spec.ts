import { expect, test } from '@playwright/test';
import { measureScaling } from './measurements/measure-scaling.ts';

// On a busy machine a short run may make no updates, and then the costs are unknown.
test.describe.configure({ retries: 3 });

test('the measurement of threads in Node returns measured and predicted updates', async () => {
  const { rows } = await measureScaling({
    enemies: 5000, // too many for one thread: without overload, the costs of updates and steps cannot be told apart
    workers: [1, 2],
    predicted: [8],
    seconds: 1,
    predictedSeconds: 0.1,
    margin: 0.1,
    rounds: 1,
    log: () => {},
  });
  expect(rows.map(({ threads }) => threads)).toEqual([1, 2, 8]);
  for (const row of rows.slice(0, 2)) expect(row['updates/s']).toBeGreaterThan(0);
  // On a busy machine, costs may be measured so high that a prediction is 0. The test of
  // `predictPool` checks predictions.
  for (const row of rows) expect(row['predicted updates/s']).toBeGreaterThanOrEqual(0);
});
