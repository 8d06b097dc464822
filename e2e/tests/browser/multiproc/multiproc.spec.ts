import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { build } from 'esbuild';
import { isLong } from '../../../../packages/runs.test.setup.ts';
import { playwrightBrowsers, browsersUnderTest } from '../../../tools/browsers/browsers-under-test.ts';
import { readReport } from '../../../tools/browsers/read-report.ts';
import { pagesOrigin } from '../../../tools/servers/pages-origin.ts';
import type { ConformanceReport } from './pages/conformance-page.ts';

const folder = '/e2e/tests/browser/multiproc/pages/';

/** Query parameters of pages that differ little from others. In these pages `npm test` runs only every third or every tenth check. */
const third = isLong ? 'of=1' : 'of=3';
const tenth = isLong ? 'of=1' : 'of=10';

for (const { name, test, missing } of browsersUnderTest) {
  test.describe(`all checks pass in ${name}`, () => {
    test.skip(missing !== undefined, missing);
    test.slow();

    for (const [where, address, backend] of [
      ['in workers, cross-origin isolated', 'conformance.html?by=workers', 'worker'],
      ['in workers, not isolated', `conformance.html?by=workers&isolated=no&${third}`, 'worker'],
      ['in the calling thread', `conformance.html?by=thread&${third}`, 'thread'],
      ['in the calling thread if workers are forbidden', `forbidden.html?by=fallback&${third}`, 'thread'],
    ] as const) {
      test(where, async ({ visit }) => {
        const report = await visit<ConformanceReport>(`${folder}${address}`);
        expectAllPassed(report);
        expect(report.backend).toBe(backend);
        expect(report.isolated).toBe(!address.includes('isolated=no'));
      });
    }
  });
}

for (const { name, test, missing } of playwrightBrowsers) {
  test.describe(`all checks pass in ${name}`, () => {
    test.skip(missing !== undefined, missing);
    test.slow();

    test('in workers from a page that consists of a single file', async ({ page }) => {
      await page.addInitScript(`globalThis.workerSource = ${JSON.stringify(await bundleSamples())};`);
      expectAllPassed(
        await readReport<ConformanceReport>(page, `${folder}conformance.html?by=blob&${tenth}`),
      );
    });

    test('in workers whose script has another origin', async ({ page }) => {
      const script = 'http://elsewhere.test/samples.js';
      const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
      const body = await bundleSamples();
      await page
        .context()
        .route(script, (route) => route.fulfill({ contentType: 'text/javascript', headers, body }));
      const report = await readReport<ConformanceReport>(
        page,
        `${folder}conformance.html?by=trampoline&script=${script}&${tenth}`,
      );
      expectAllPassed(report);
      expect(report.backend).toBe('trampoline');
    });

    test('in an iframe of a page of another origin', async ({ page }) => {
      const origin = process.env[pagesOrigin]!;
      const other = origin.replace('127.0.0.1', 'localhost');
      await page.goto(`${other}/e2e/tools/servers/pages/isolation.html?isolated=no`);
      const address = `${origin}${folder}conformance.html?isolated=no&${tenth}`;
      await page.evaluate(
        (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
        address,
      );
      await expect.poll(() => page.frames().length).toBe(2);
      const frame = page.frames()[1]!;
      const seen = await frame.waitForFunction(() => (globalThis as { report?: unknown }).report, undefined, {
        polling: 100,
      });
      expectAllPassed((await seen.jsonValue()) as ConformanceReport);
    });
  });
}

function expectAllPassed({ results }: ConformanceReport): void {
  expect(Object.keys(results).length).toBeGreaterThan(8);
  expect(Object.entries(results).filter(([, result]) => result !== 'passed')).toEqual([]);
}

async function bundleSamples(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('pages/samples.worker.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    conditions: ['@doha/source'],
    write: false,
  });
  return outputFiles[0]!.text;
}
