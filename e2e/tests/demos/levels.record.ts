import { writeFileSync } from 'node:fs';
import { test } from '@playwright/test';
import type { Solved } from '../../../demos/tandem-tools/autopilot/solved.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { root } from '../../tools/repository.mjs';

const folder = `${root}demos/tandem-tools/autopilot/recordings/`;

// `npm run record`; `ONLY=lure npm run record` selects the levels whose names contain `lure`.
test('computes and writes the keys that finish the levels, from their plans', async ({ page }) => {
  const only = process.env['ONLY'] ?? '';
  const report = await readReport<readonly Solved[]>(
    page,
    `/demos/tandem-tools/autopilot/autopilot.html?only=${only}`,
  );
  for (const { id, keys, outcome } of report) {
    if (keys !== undefined) writeFileSync(`${folder}${id}.keys`, keys);
    process.stderr.write(`${id}: ${outcome}\n`);
  }
});
