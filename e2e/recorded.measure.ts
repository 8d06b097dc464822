import { test } from '@playwright/test';
import { recordedLevels } from './finish-level.ts';
import { builtOrigin } from './origins.ts';
import { writeResults } from './results.ts';
import { measureRecorded } from './tandem/measure-recorded.ts';

test('all levels by their recordings, in real time', async () => {
  const findings = await measureRecorded({
    origin: process.env[builtOrigin] ?? '',
    levels: recordedLevels(),
    versions: ['adaptive', 'concurrent'],
    workers: 2,
    tell: (text) => process.stderr.write(`${text}\n`),
  });
  process.stderr.write(`${writeResults(findings)}\n`);
});
