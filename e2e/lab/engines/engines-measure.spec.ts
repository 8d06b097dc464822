import { expect, test } from '@playwright/test';
import { measureEcs, variants } from './ecs/measure-ecs.ts';
import { measureReact, modes } from './react/measure-react.ts';

test('the measurement of a list in React returns figures of each mode', async ({ context }) => {
  const { rows, samples = {} } = await measureReact(() => context.newPage(), {
    address: '/examples/engines/react/index.html',
    rows: 200,
    letters: 'sa',
    letterEvery: 20,
    rounds: 1,
  });
  expect(rows.map(({ mode }) => mode)).toEqual(modes);
  for (const row of rows) {
    expect(row['all rows, ms'], String(row['mode'])).toBeGreaterThanOrEqual(Number(row['visible rows, ms']));
    expect(row['visible rows, ms']).toBeGreaterThan(0);
    expect(row['INP, ms']).toBeGreaterThanOrEqual(16);
    expect(samples[String(row['mode'])]).toHaveLength(1);
  }
});

test('the measurement of entity component systems returns figures of each variant', async ({ page }) => {
  const { rows, samples = {} } = await measureEcs(page, {
    address: '/e2e/lab/engines/ecs/pages/ecs.html',
    entities: 1000,
    seconds: 0.1,
    warmUp: 0.02,
    rounds: 1,
  });
  expect(rows.map(({ variant }) => variant)).toEqual(variants.map(({ name }) => name));
  for (const row of rows) {
    const name = String(row['variant']);
    expect(row['fps'], name).toBeGreaterThan(0);
    expect(row['updates/s, mean'], name).toBeGreaterThan(0);
    expect(row['lived time, %'], name).toBeGreaterThan(0);
    expect(samples[`${name}, frame times`]!.length, name).toBeGreaterThan(0);
  }
});
