import type { Page } from '@playwright/test';
import { findChromium, launchOptions } from '../../tools/browsers/find-chromium.ts';
import { hasOneCore, onOneCore, withChromiumOnOneCore } from '../../tools/browsers/one-core.ts';
import { pageCpuTime } from '../../tools/browsers/page-cpu-time.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { pagesOrigin } from '../../tools/servers/pages-origin.ts';
import { addressOf, type ByEnvironment, type FigureRequest } from '../figure-in-both.ts';
import type { Series } from '../pages/contest.ts';
import { poolsInNode } from './pools-in-node.ts';

/**
 * Measures a figure of the pools in Node and in a cross-origin isolated page. With `coarse` it also
 * runs in a page that is not isolated and has a coarse clock.
 */
export async function poolsEverywhere(
  page: Page,
  request: FigureRequest,
  { coarse }: { readonly coarse: boolean } = { coarse: false },
): Promise<ByEnvironment> {
  const address = addressOf(request);
  return {
    Node: await poolsInNode(address),
    Chromium: await poolsInPage(page, address),
    ...(coarse ? { 'Chromium, not isolated': await poolsInPage(page, `${address}&isolated=no`) } : {}),
  };
}

/**
 * Measures a figure of the pools in Node and in an isolated page, with all threads on one CPU core.
 * Empty if the system cannot restrict processes to one core.
 */
export async function poolsOnOneCore(request: FigureRequest): Promise<ByEnvironment> {
  if (!hasOneCore) return {};
  const address = addressOf(request);
  const chromium = await withChromiumOnOneCore(launchOptions(findChromium()), async (browser) => {
    const context = await browser.newContext({ baseURL: process.env[pagesOrigin] ?? '' });
    return poolsInPage(await context.newPage(), address);
  });
  return { 'Node, one core': await poolsInNode(address, onOneCore), 'Chromium, one core': chromium };
}

/** Runs in a new page. All workers end when the page closes. */
async function poolsInPage(page: Page, address: string): Promise<readonly Series[]> {
  const fresh = await page.context().newPage();
  const session = await fresh.context().newCDPSession(fresh);
  await session.send('Performance.enable');
  await fresh.exposeFunction('threadTime', async () => (await pageCpuTime(session)).thread * 1000);
  const series = await readReport<Series[]>(fresh, `/e2e/bench/multiproc/pages/pool-figure.html${address}`);
  await fresh.close();
  return series;
}
