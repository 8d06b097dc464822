import type { CDPSession } from '@playwright/test';

/** CPU time that a page has used since it was opened, in s. */
export interface PageCpuTime {
  /** All threads of its renderer; in steps of the system's clock, 10 ms on Linux. */
  readonly process: number;
  /** Its main thread. */
  readonly thread: number;
}

/** Reads the CPU time of a page whose `Performance` domain is enabled. */
export async function pageCpuTime(session: CDPSession): Promise<PageCpuTime> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return { process: value('ProcessTime'), thread: value('ThreadTime') };
}
