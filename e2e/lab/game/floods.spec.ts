import { expect, test } from '@playwright/test';
import { builtOrigin } from '../../tools/servers/origins.ts';
import { measureFloods } from './measurements/measure-floods.ts';

test('the measurement of the flood levels plays a recorded level and returns figures', async () => {
  const { rows, samples } = await measureFloods({
    origin: process.env[builtOrigin] ?? '',
    levels: ['10-artillery'],
    versions: ['monolithic', 'adaptive', 'concurrent'],
    seconds: 5,
    phases: [0],
    tell: () => {},
  });
  expect(rows.map(({ version }) => version)).toEqual(['monolithic', 'adaptive', 'concurrent']);
  for (const row of rows) {
    expect(row['players Hz']).toBeGreaterThan(0);
    expect(row['nearest enemies Hz']).toBeGreaterThan(0);
    expect(row['longest picture']).toBeGreaterThan(0);
    expect(samples![`10-artillery-${row['version']}`]!.length).toBeGreaterThan(0);
  }
});
