import { expect, test } from '@playwright/test';
import { measureReplication, measureTorn, replicationBars } from './many-cores/measure-replication.ts';
import { places, type Stage } from './many-cores/run-everywhere.ts';
import { sourceOrigin } from './origins.ts';

// What is found at this scale is of no weight: that the measures can be made is.
const origin = process.env[sourceOrigin] ?? '';
let stage: Stage;
test.beforeEach(({ browser }) => {
  stage = { browser, origin };
});

test('the measure of replication has figures of all ways', async () => {
  const options = { things: [100, 10_000], seconds: 0.05, warmUp: 0.05, rounds: 1 };
  const findings = await measureReplication(stage, options);
  expect(findings.rows.length).toBe(2 * 5 * places.length);
  for (const bar of replicationBars(findings)) expect(bar['worst'], String(bar['bar'])).not.toBeNaN();
});

test('no row of a replica is torn', async () => {
  const { rows } = await measureTorn(stage, { seconds: 0.3, most: 500 });
  expect(rows.map((row) => row['where'])).toEqual([...places]);
  for (const row of rows) {
    expect(row['snapshots read']).toBeGreaterThan(10);
    expect(row['torn rows']).toBe(0);
  }
});
