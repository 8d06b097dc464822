import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isLong, runs } from '../../../packages/runs.test.setup.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureTandem } from './measurements/measure-tandem.ts';
import { plan } from './run/plan.ts';

/** The kinds of drawing of the measured runs. Only `npm run test:long` also makes runs without drawing. */
const draws = isLong ? ['canvas', 'none'] : ['canvas'];

const versions = isLong ? ['monolithic', 'adaptive', 'concurrent'] : ['adaptive', 'concurrent'];

test('the measurement of the tunnel returns figures and samples of each series, and trajectory errors of runs with drawing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doha-runs-'));
  const measured = measureTandem({
    origin: process.env[pagesOrigin] ?? '',
    runs: plan(1).filter(
      ({ load, version, cores, draw }) =>
        load === 'easy' && cores === 'all' && versions.includes(version) && draws.includes(draw),
    ),
    seconds: runs({ gate: 1, long: 2 }),
    folder,
    log: () => {},
  });
  const [tandem, bands] = await measured.finally(() => rmSync(folder, { recursive: true }));

  const rows = tandem!.rows;
  expect(rows.map(({ series }) => series)).toEqual([
    ...(isLong ? ['easy-monolithic'] : []),
    'easy-adaptive',
    ...(isLong ? ['easy-monolithic-undrawn', 'easy-adaptive-undrawn'] : []),
    'easy-concurrent-2',
  ]);
  for (const row of rows) {
    expect(row['jitter median']).toBeGreaterThanOrEqual(0);
    expect(row['enemies Hz']).toBeGreaterThan(0);
    expect(row['time received %']).toBeGreaterThan(0);
    expect(row['greatest age s']).toBeGreaterThan(0);
    expect(row['host tasks p95']).toBeGreaterThan(0);
    expect(tandem!.samples![String(row['series'])]!.length).toBeGreaterThan(0);
  }
  for (const row of rows.filter(({ drawn }) => drawn)) expect(row['error near']).toBeGreaterThanOrEqual(0);
  expect(bands!.rows.length).toBe(isLong ? 30 : 20);
  const received = bands!.rows.map((band) => Number(band['time received %']));
  expect(Math.min(...received)).toBeGreaterThanOrEqual(0); // on a busy machine distant enemies may get no updates
  expect(Math.max(...received)).toBeGreaterThan(0);
});
