import { test } from '@playwright/test';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureFloods } from './measurements/measure-floods.ts';

test('the flood levels in four versions', async () => {
  const findings = await measureFloods({
    origin: process.env[pagesOrigin] ?? '',
    levels: ['13-the-lure', '14-the-storm', '15-the-flood'],
    versions: ['monolithic', 'sliced', 'adaptive', 'concurrent'],
    seconds: 30,
    phases: [0, 5.6],
    log: (text) => process.stderr.write(`${text}\n`),
  });
  process.stderr.write(`${writeResults(findings)}\n`);
});
