import { test } from '@playwright/test';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureDifference } from './measurements/measure-difference.ts';

test('the figures of the page `difference`', async () => {
  const findings = await measureDifference({
    origin: process.env[pagesOrigin] ?? '',
    enemies: 4000,
    seconds: 6,
    runs: 10,
    log: (text) => process.stderr.write(`${text}\n`),
  });
  process.stderr.write(`${writeResults(findings)}\n`);
});
