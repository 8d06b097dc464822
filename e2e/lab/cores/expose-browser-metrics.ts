import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { pageCpuTime } from '../../tools/browsers/page-cpu-time.ts';

/**
 * Adds three functions to a page, because only the browser knows their results: `busyTime` (CPU
 * time of the main thread in ms), `heapInUse` and `residentMemory` (bytes).
 */
export async function exposeBrowserMetrics(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const browser = await page.context().browser()!.newBrowserCDPSession();
  await session.send('Performance.enable');
  await page.exposeFunction('busyTime', async () => 1000 * (await pageCpuTime(session)).thread);
  await page.exposeFunction('heapInUse', () => heapInUse(session));
  await page.exposeFunction('residentMemory', () => residentMemory(browser));
}

/** Returns the bytes of the page's JavaScript objects after a garbage collection. */
async function heapInUse(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Returns the resident bytes of all renderer processes. They are known only on Linux, and NaN elsewhere. */
async function residentMemory(browser: CDPSession): Promise<number> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { id }) => sum + residentOf(id), 0);
}

function residentOf(id: number): number {
  if (process.platform !== 'linux') return NaN;
  const [, kilobytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
  return 1024 * Number(kilobytes);
}
