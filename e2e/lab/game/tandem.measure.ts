import { rmSync } from 'node:fs';
import { test } from '@playwright/test';
import { root } from '../../tools/repository.mjs';
import { writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureTandem } from './measurements/measure-tandem.ts';
import { plan } from './run/plan.ts';

// Takes about two hours. `DOHA_RUNS` is a folder for the results of the runs, with which a stopped measurement can be continued.
const kept = process.env['DOHA_RUNS'];
const seconds = Number(process.env['DOHA_SECONDS'] ?? 80);
const phases = Number(process.env['DOHA_PHASES'] ?? 3);

test('the tunnel in four versions and three loads', async () => {
  const folder = kept ?? `${root}test-results/tandem-runs`;
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  const found = await measureTandem({
    origin: process.env[pagesOrigin] ?? '',
    runs: plan(phases),
    seconds,
    folder,
    log: (text) => process.stderr.write(`${text}\n`),
  });
  for (const findings of found) {
    const path = writeResults(findings);
    process.stderr.write(`${path}\n`);
  }
});
