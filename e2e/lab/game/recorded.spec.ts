import { expect, test } from '@playwright/test';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureRecorded } from './measurements/measure-recorded.ts';

test('the measurement of recorded levels plays a level and returns whether it was finished', async () => {
  const { rows } = await measureRecorded({
    origin: process.env[pagesOrigin] ?? '',
    levels: ['10-artillery'],
    versions: ['concurrent'],
    workers: 2,
    log: () => {},
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]!['concurrent']).toMatch(/^(in \d+ steps|no)$/);
});
