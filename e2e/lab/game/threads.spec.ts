import { expect, test } from '@playwright/test';
import { runs } from '../../../packages/runs.test.setup.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measureEndurance } from './measurements/measure-endurance.ts';
import { measureKills } from './measurements/measure-kills.ts';
import { measureTraffic } from './measurements/measure-traffic.ts';

const origin = process.env[pagesOrigin] ?? '';

// In parallel mode, several workers of the test runner can share these tests.
test.describe.configure({ mode: 'parallel' });

test('the measurement of endurance returns frame times and memory for each part', async () => {
  const { parameters, rows, samples } = await measureEndurance({
    origin,
    enemies: 300,
    workers: 2,
    seconds: 5,
    margin: 1,
    each: 1,
  });
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(row['frame time p99']).toBeGreaterThan(10);
  expect(Number(samples!['MiB']![0])).toBeGreaterThan(10);
  expect(Object.values(parameters).flat()).toHaveLength(6);
});

test('the measurement of messages between threads returns their number and size', async () => {
  const { rows } = await measureTraffic({ origin, enemies: [200], workers: 2, seconds: 1, log: () => {} });
  expect(rows.map(({ memory }) => memory)).toEqual(['shared', 'moved']);
  for (const row of rows) expect(row['messages per frame']).toBeGreaterThan(0);
  expect(Number(rows[1]!['kB per frame'])).toBeGreaterThan(Number(rows[0]!['kB per frame']));
});

test('the measurement of kills returns whether players and gems are kept', async () => {
  const { rows } = await measureKills({
    origin,
    level: '10-artillery',
    workers: 2,
    kills: 1,
    pause: runs({ gate: 500, long: 3000 }),
    observation: runs({ gate: 700, long: 2000 }),
    log: () => {},
  });
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row['players, most, ms']).toBeGreaterThan(0);
    expect(row['players and gems kept']).toBe(true);
  }
});
