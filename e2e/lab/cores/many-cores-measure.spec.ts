import { expect, test } from '@playwright/test';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measurePingPong } from './measure-ping-pong.ts';
import { measureProduct } from './measure-product.ts';
import { measureRayTracer } from './measure-ray-tracer.ts';
import { measureReplication, measureTorn, replicationBars } from './measure-replication.ts';
import { measureSoak } from './measure-soak.ts';
import { measureWorkerStart } from './measure-worker-start.ts';
import { environments, type Stage } from './run-everywhere.ts';

// The figures of these short runs mean nothing. The tests check that the measurements work.
const origin = process.env[pagesOrigin] ?? '';
let stage: Stage;
test.beforeEach(({ browser }) => {
  stage = { browser, origin };
});

test('the replication measurement returns figures for all variants', async () => {
  const options = { things: [10_000], seconds: 0.05, warmUp: 0.05, rounds: 1 };
  const findings = await measureReplication(stage, options);
  expect(findings.rows.length).toBe(5 * environments.length);
  for (const bar of replicationBars(findings)) expect(bar['worst'], String(bar['bar'])).not.toBeNaN();
});

test('no row of a replica is torn', async () => {
  const { rows } = await measureTorn(stage, { seconds: 0.3, most: 500 });
  expect(rows.map((row) => row['environment'])).toEqual([...environments]);
  for (const row of rows) {
    expect(row['snapshots read']).toBeGreaterThan(0);
    expect(row['torn rows']).toBe(0);
  }
});

test('with one worker slowed to 25 %, the ray tracer measurement has a row for round robin and for each share of uniquely colored tasks', async () => {
  const options = { rounds: 1, rows: 20, clocked: { tasks: 20, milliseconds: 0.5 } };
  const { rows, bars } = await measureRayTracer(stage, options);
  const shares = rows.filter((row) => row['tasks'] === 'bands, 2 workers' && row['one at 25 %'] !== null);
  expect(shares.length).toBe(6);
  for (const bar of bars) expect(bar['worst']).toBeGreaterThan(0);
});

test('a short soak finds no problems', async () => {
  const { soaked } = await measureSoak(stage, { seconds: 2, workers: 2, kill: 0.2, seed: 1, readings: 3 });
  for (const { environment, report } of soaked) {
    expect(report.problems, environment).toEqual([]);
    for (const what of [
      'workers killed',
      'tasks done',
      'tasks cancelled',
      'values heard',
      'rows checked',
      'ids taken',
    ])
      expect(report.counts[what], `${environment}, ${what}`).toBeGreaterThan(0);
  }
});

test('the ping-pong measurement returns figures for all variants that an environment supports', async () => {
  const { bars } = await measurePingPong([stage], {
    sizes: [10, 1000],
    batch: 50, // a smaller batch can take 0 ms on a clock with steps of 0.1 ms
    rounds: 2,
    warmUp: 1,
  });
  expect(bars.map(({ environment }) => environment)).toEqual([
    ...Array<string>(3).fill('Chromium, isolated'),
    ...Array<string>(2).fill('Chromium, not isolated'),
    ...Array<string>(3).fill('Node'),
  ]);
  for (const bar of bars) expect(bar['worst'], String(bar['bar'])).toBeGreaterThan(0);
});

test('the factorial measurement returns a speedup for each environment', async () => {
  const { bars } = await measureProduct(stage, { n: 500_000, parts: 10, rounds: 1 });
  expect(bars.map(({ environment }) => environment)).toEqual([...environments]);
  for (const bar of bars) expect(bar['worst']).toBeGreaterThan(0);
});

test('the worker start measurement returns figures with and without DOHA', async () => {
  const { rows } = await measureWorkerStart(stage, { workers: [2], rounds: 1, settle: 0 });
  expect(rows.length).toBe(environments.length);
  for (const row of rows) {
    expect(row['until they answer, ms']).toBeGreaterThan(0);
    expect(row['bare, ms']).toBeGreaterThan(0);
    expect(row['memory of each, MiB']).not.toBeNull();
  }
});
