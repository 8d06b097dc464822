import type { Browser } from '@playwright/test';

/** Readings of the CPU time of a browser with all of its processes. */
export interface CpuTime {
  /** Times of the readings in ms on the page's clock. */
  readonly at: readonly number[];
  /** Total CPU time in ms at these times. */
  readonly used: readonly number[];
}

/** Milliseconds between two readings. */
const interval = 1000;

/** Reads the CPU time of a browser regularly. The returned function ends the readings. Its argument is `performance.timeOrigin` of the page. */
export async function watchCpuTime(browser: Browser): Promise<(origin: number) => CpuTime> {
  const session = await browser.newBrowserCDPSession();
  const at: number[] = [];
  const used: number[] = [];
  const read = async (): Promise<void> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    at.push(Date.now());
    used.push(1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0));
  };
  await read();
  const timer = setInterval(() => void read().catch(() => clearInterval(timer)), interval);
  return (origin) => {
    clearInterval(timer);
    return { at: at.map((time) => time - origin), used };
  };
}
