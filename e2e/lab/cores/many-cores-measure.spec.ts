import { expect, test } from '@playwright/test';
import { builtOrigin } from '../../tools/servers/origins.ts';
import { measurePingPong } from './measure-ping-pong.ts';
import { measureProduct } from './measure-product.ts';
import { measureRayTracer } from './measure-ray-tracer.ts';
import { measureReplication, measureTorn, replicationBars } from './measure-replication.ts';
import { measureSoak } from './measure-soak.ts';
import { measureWorkerStart } from './measure-worker-start.ts';
import { places, type Stage } from './run-everywhere.ts';

// What is found at this scale is of no weight: that the measures can be made is.
const origin = process.env[builtOrigin] ?? '';
let stage: Stage;
test.beforeEach(({ browser }) => {
  stage = { browser, origin };
});

test('the measure of replication has figures of all ways', async () => {
  const options = { things: [10_000], seconds: 0.05, warmUp: 0.05, rounds: 1 };
  const findings = await measureReplication(stage, options);
  expect(findings.rows.length).toBe(5 * places.length);
  for (const bar of replicationBars(findings)) expect(bar['worst'], String(bar['bar'])).not.toBeNaN();
});

test('no row of a replica is torn', async () => {
  const { rows } = await measureTorn(stage, { seconds: 0.3, most: 500 });
  expect(rows.map((row) => row['where'])).toEqual([...places]);
  for (const row of rows) {
    expect(row['snapshots read']).toBeGreaterThan(0);
    expect(row['torn rows']).toBe(0);
  }
});

test('the measure of the ray tracer has figures of all shares of colors', async () => {
  const options = { rounds: 1, rows: 20, clocked: { tasks: 20, milliseconds: 0.5 } };
  const { rows, bars } = await measureRayTracer(stage, options);
  const shares = rows.filter((row) => row['tasks'] === 'bands, 2 workers' && row['one at 25 %'] !== null);
  expect(shares.length).toBe(6);
  for (const bar of bars) expect(bar['worst']).toBeGreaterThan(0);
});

test('in a short soak nothing goes wrong', async () => {
  const { soaked } = await measureSoak(stage, { seconds: 3, workers: 2, kill: 0.3, seed: 1, readings: 3 });
  for (const { place, report } of soaked) {
    expect(report.problems, place).toEqual([]);
    for (const what of [
      'workers killed',
      'tasks done',
      'tasks cancelled',
      'values heard',
      'rows checked',
      'ids taken',
    ])
      expect(report.counts[what], `${place}, ${what}`).toBeGreaterThan(0);
  }
});

test('the measure of ping-pong has figures of all ways that there are', async () => {
  const { bars } = await measurePingPong([stage], {
    sizes: [10, 1000],
    batch: 50, // fewer can take no time by a clock of 0.1 ms
    rounds: 2,
    warmUp: 1,
  });
  expect(bars.map(({ where }) => where)).toEqual([
    ...Array<string>(3).fill('Chromium, isolated'),
    ...Array<string>(2).fill('Chromium, not isolated'),
    ...Array<string>(3).fill('Node'),
  ]);
  for (const bar of bars) expect(bar['worst'], String(bar['bar'])).toBeGreaterThan(0);
});

test('the measure of a factorial has figures of each number of workers', async () => {
  const { bars } = await measureProduct(stage, { n: 500_000, parts: 10, rounds: 1 });
  expect(bars.map(({ where }) => where)).toEqual([...places]);
  for (const bar of bars) expect(bar['worst']).toBeGreaterThan(0);
});

test('the measure of the start of workers has figures of ours and of bare ones', async () => {
  const { rows } = await measureWorkerStart(stage, { workers: [2], rounds: 1, settle: 0 });
  expect(rows.length).toBe(places.length);
  for (const row of rows) {
    expect(row['until they answer, ms']).toBeGreaterThan(0);
    expect(row['bare, ms']).toBeGreaterThan(0);
    expect(row['memory of each, MiB']).not.toBeNull();
  }
});
