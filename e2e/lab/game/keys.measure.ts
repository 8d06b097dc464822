import { test } from '@playwright/test';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureKeys } from './measurements/measure-keys.ts';

test('input latency of keys', async () => {
  const findings = await measureKeys({
    origin: process.env[pagesOrigin] ?? '',
    level: '13-the-lure',
    versions: ['monolithic', 'adaptive', 'concurrent'],
    workers: 2,
    strokes: 75,
    runs: 4,
    log: (text) => process.stderr.write(`${text}\n`),
  });
  process.stderr.write(`${writeResults(findings)}\n`);
});
