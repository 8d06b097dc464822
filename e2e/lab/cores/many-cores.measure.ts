import { availableParallelism } from 'node:os';
import { type Browser, chromium, expect, test } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { hasOneCore, withChromiumOnOneCore } from '../../tools/browsers/one-core.ts';
import { markdownTable } from '../../tools/documents/markdown-table.ts';
import { nameByCores } from '../../tools/results/name-by-cores.ts';
import { type Findings, type Row, writeResults } from '../../tools/results/results.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { measurePingPong } from './measure-ping-pong.ts';
import { measureProduct } from './measure-product.ts';
import { measureRayTracer } from './measure-ray-tracer.ts';
import { measureReplication, measureTorn, replicationBars } from './measure-replication.ts';
import { measureSoak } from './measure-soak.ts';
import { measureWorkerStart } from './measure-worker-start.ts';
import type { Stage } from './run-everywhere.ts';

// The emulation of a GPU would occupy a core.
const args = ['--disable-gpu'];

let browser: Browser;
let stage: Stage;

test.beforeAll(async () => {
  browser = await chromium.launch({ ...launchOptions(findChromium()), args });
  stage = { browser, origin: process.env[pagesOrigin] ?? '' };
});
test.afterAll(() => browser.close());

// Takes more than eleven minutes.
test('many cores: replication', async () => {
  const findings = await measureReplication(stage, {
    things: [1000, 10_000, 100_000],
    seconds: 4,
    warmUp: 1,
    rounds: 3,
  });
  write(findings, replicationBars(findings));
});

test('many cores: no row of a replica is torn', async () => {
  const findings = await measureTorn(stage, { seconds: 30, most: 2000 });
  write(findings);
  for (const row of findings.rows) expect(row['torn rows']).toBe(0);
});

test('many cores: a ray tracer with one slow worker', async () => {
  const { bars, ...findings } = await measureRayTracer(stage, {
    rounds: 9,
    rows: 560,
    clocked: { tasks: 560, milliseconds: 2 },
  });
  write(findings, bars);
});

test('many cores: ping-pong', async () => {
  const options = { sizes: [10, 100, 1000, 10_000, 100_000], batch: 200, rounds: 15, warmUp: 20 };
  const measure = async (...more: readonly Stage[]): Promise<void> => {
    const { bars, ...findings } = await measurePingPong([stage, ...more], options);
    write(findings, bars);
  };
  if (!hasOneCore) return measure();
  await withChromiumOnOneCore({ ...launchOptions(findChromium()), args }, (oneCoreBrowser) =>
    measure({ ...stage, browser: oneCoreBrowser, isOneCore: true }),
  );
});

test('many cores: a factorial', async () => {
  const parts = Math.max(64, 32 * availableParallelism()); // with many parts, one more for some workers costs little
  const { bars, ...findings } = await measureProduct(stage, { n: 20_000_000, parts, rounds: 9 });
  write({ ...findings, name: nameByCores(findings.name) }, bars);
});

test('many cores: the start of worker pools', async () => {
  write(await measureWorkerStart(stage, { workers: [1, 2, 4], rounds: 15, settle: 300 }));
});

// Takes 300 s, or `DOHA_SOAK` seconds, in each environment.
test('many cores: a soak', async () => {
  const seconds = Number(process.env['DOHA_SOAK'] ?? 300);
  const { soaked, ...findings } = await measureSoak(stage, {
    seconds,
    workers: 3,
    kill: 3,
    seed: 1,
    readings: 50,
  });
  write(findings);
  expect(soaked.flatMap(({ report }) => report.problems)).toEqual([]);
});

/** Writes and prints the results of a measurement. The bars, which are limits for its figures, have a separate file `<name>-bars`. */
function write({ name, parameters, ...found }: Findings, bars: readonly Row[] = []): void {
  writeResults({ name, parameters: { ...parameters, args }, ...found });
  process.stdout.write(`\n${name}\n\n${markdownTable(found.rows)}\n\n`);
  if (bars.length === 0) return;
  writeResults({ name: `${name}-bars`, parameters: {}, rows: bars });
  process.stdout.write(`${markdownTable(bars)}\n\n`);
}
