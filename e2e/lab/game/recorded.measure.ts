import { test } from '@playwright/test';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureRecorded } from './measurements/measure-recorded.ts';
import { recordedLevels } from './run/finish-level.ts';

test('all recorded levels in real time', async () => {
  const findings = await measureRecorded({
    origin: process.env[pagesOrigin] ?? '',
    levels: recordedLevels(),
    versions: ['adaptive', 'concurrent'],
    workers: 2,
    log: (text) => process.stderr.write(`${text}\n`),
  });
  process.stderr.write(`${writeResults(findings)}\n`);
});
