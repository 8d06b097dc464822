import { expect, test } from '@playwright/test';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureKeys } from './measurements/measure-keys.ts';

test('the measurement of keys returns the input latency of two versions', async () => {
  const { rows } = await measureKeys({
    origin: process.env[pagesOrigin] ?? '',
    level: '10-artillery',
    versions: ['adaptive', 'concurrent'],
    workers: 2,
    strokes: 4,
    runs: 1,
    log: () => {},
  });
  for (const row of rows) {
    expect(row['keys']).toBeGreaterThan(4);
    expect(row['state median']).toBeGreaterThan(0);
    expect(row['input latency p95']).toBeGreaterThan(0);
  }
});
