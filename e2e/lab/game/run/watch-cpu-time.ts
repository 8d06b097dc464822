import type { Browser } from '@playwright/test';

/** How much CPU time a browser has used: all its processes together. */
export interface CpuTime {
  /** When it was asked, in ms on the page's clock. */
  readonly at: readonly number[];
  /** Milliseconds of CPU time by then. */
  readonly used: readonly number[];
}

const every = 1000;

/** Asks a browser for its CPU time now and then until the function that it resolves to is called, with `performance.timeOrigin` of the page. */
export async function watchCpuTime(browser: Browser): Promise<(origin: number) => CpuTime> {
  const session = await browser.newBrowserCDPSession();
  const at: number[] = [];
  const used: number[] = [];
  const ask = async (): Promise<void> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    at.push(Date.now());
    used.push(1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0));
  };
  await ask();
  const timer = setInterval(() => void ask().catch(() => clearInterval(timer)), every);
  return (origin) => {
    clearInterval(timer);
    return { at: at.map((time) => time - origin), used };
  };
}
