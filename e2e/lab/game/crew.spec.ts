import { expect, test } from '@playwright/test';
import { measureCrew } from './measurements/measure-crew.ts';

// Other programs can disturb the short runs, so that the costs that follow from them are too high for any update.
test.describe.configure({ retries: 4 });

test(
  'the measurement of threads in Node returns measured and predicted updates',
  { tag: '@alone' },
  async () => {
    const { rows } = await measureCrew({
      enemies: 30_000, // an overload of one thread; otherwise its costs could not be separated
      workers: [1, 2],
      predicted: [8],
      seconds: 1,
      predictedSeconds: 1,
      margin: 0.3,
      rounds: 1,
      tell: () => {},
    });
    expect(rows.map(({ threads }) => threads)).toEqual([1, 2, 8]);
    for (const row of rows) expect(row['predicted updates/s']).toBeGreaterThan(0);
    for (const row of rows.slice(0, 2)) expect(row['updates/s']).toBeGreaterThan(0);
  },
);
