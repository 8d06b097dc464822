import type { CDPSession } from '@playwright/test';

/** CPU time in s that a page has used since it was opened. */
export interface PageCpuTime {
  /** CPU time of all threads of the renderer. Its resolution is the one of the system clock, 10 ms on Linux. */
  readonly process: number;
  /** CPU time of the main thread. */
  readonly thread: number;
}

/** Reads the CPU time of a page whose `Performance` domain is enabled. */
export async function pageCpuTime(session: CDPSession): Promise<PageCpuTime> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return { process: value('ProcessTime'), thread: value('ThreadTime') };
}
