import { expect, test } from '@playwright/test';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureDifference } from './measurements/measure-difference.ts';

test('the measurement of the page `difference` returns the figures of both loops', async () => {
  const { rows, samples } = await measureDifference({
    origin: process.env[pagesOrigin] ?? '',
    enemies: 300,
    seconds: 0.6,
    runs: 1,
    log: () => {},
  });
  expect(rows.map(({ version }) => version)).toEqual(['monolithic', 'adaptive']);
  for (const row of rows) {
    expect(row['frame time median']).toBeGreaterThan(0);
    expect(row['game time %']).toBeGreaterThan(0);
    expect(samples![String(row['version'])]).toHaveLength(1);
  }
});
