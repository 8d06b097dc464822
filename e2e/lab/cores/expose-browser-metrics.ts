import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { pageCpuTime } from '../../tools/browsers/page-cpu-time.ts';

/** Gives a page functions for what only its browser knows: the time that its main thread has worked, and its memory. */
export async function exposeBrowserMetrics(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const whole = await page.context().browser()!.newBrowserCDPSession();
  await session.send('Performance.enable');
  await page.exposeFunction('busyTime', async () => 1000 * (await pageCpuTime(session)).thread);
  await page.exposeFunction('heapInUse', () => heapInUse(session));
  await page.exposeFunction('residentMemory', () => residentMemory(whole));
}

/** Bytes of the page's own objects, without garbage. */
async function heapInUse(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Bytes of the processes that show pages; NaN where the system does not say. */
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
