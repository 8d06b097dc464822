import { expect, test } from '@playwright/test';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureFloods } from './measurements/measure-floods.ts';

const versions = isLong ? (['monolithic', 'adaptive', 'concurrent'] as const) : (['concurrent'] as const);

test('the measurement of the flood levels plays a recorded level and returns figures', async () => {
  const { rows, samples } = await measureFloods({
    origin: process.env[pagesOrigin] ?? '',
    levels: ['10-artillery'],
    versions,
    seconds: 5,
    phases: [0],
    log: () => {},
  });
  expect(rows.map(({ version }) => version)).toEqual(versions);
  for (const row of rows) {
    expect(row['players Hz']).toBeGreaterThan(0);
    expect(row['nearest enemies Hz']).toBeGreaterThan(0);
    expect(row['longest frame time']).toBeGreaterThan(0);
    expect(samples![`10-artillery-${row['version']}`]!.length).toBeGreaterThan(0);
  }
});
