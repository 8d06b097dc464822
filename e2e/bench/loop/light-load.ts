import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { pageCpuTime } from '../../tools/browsers/page-cpu-time.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits } from '../../tools/statistics/statistics.ts';
import type { FigureResults, Scale } from '../figure-results.ts';
import type { LightLoadReport } from './pages/light-load.ts';

const pageAddress = '/e2e/bench/loop/pages/light-load.html';
const names = { loop: '@doha/loop everyFrame', frames: 'requestAnimationFrame by hand' } as const;

/** CPU times in s, and counters of the page. */
type Usage = Readonly<Record<'process' | 'thread' | 'simulated' | 'drawn', number>>;

/** CPU time of a page that simulates for 0.5 ms and draws a little 60 times per second. */
export async function benchLightLoad(
  page: Page,
  { seconds, repetitions, settle }: Scale,
): Promise<FigureResults> {
  const { stepsPerMicrosecond } = await readReport<LightLoadReport>(page, pageAddress);
  const steps = Math.round(500 * stepsPerMicrosecond!);
  const used: Record<keyof typeof names, Usage[]> = { loop: [], frames: [] };
  for (let round = 0; round < repetitions * 3; round++) {
    for (const by of round % 2 === 0 ? (['loop', 'frames'] as const) : (['frames', 'loop'] as const)) {
      used[by].push(
        await usage(page, { address: `${pageAddress}?by=${by}&steps=${steps}`, seconds, settle }),
      );
    }
  }
  const perSecond = (by: keyof typeof names, quantity: keyof Usage): number =>
    used[by].reduce((sum, one) => sum + one[quantity], 0) / (used[by].length * seconds);
  const ratio = (quantity: keyof Usage): number =>
    perSecond('loop', quantity) / perSecond('frames', quantity);
  return {
    name: 'loop-light-load',
    parameters: { seconds, rounds: repetitions * 3, steps },
    rows: (['loop', 'frames'] as const).map((by) => ({
      by: names[by],
      'simulated/s': digits(perSecond(by, 'simulated'), 3),
      'drawn/s': digits(perSecond(by, 'drawn'), 3),
      'renderer CPU ms/s': digits(perSecond(by, 'process') * 1000, 3),
      'main thread CPU ms/s': digits(perSecond(by, 'thread') * 1000, 3),
    })),
    samples: used,
    bars: [
      judge({
        bar: 'light load: CPU time, × requestAnimationFrame by hand',
        limit: { most: 1.1 },
        environment: 'Chromium',
        found: { renderer: ratio('process'), 'main thread': ratio('thread') },
      }),
    ],
  };
}

/**
 * CPU time and counters of a page during `seconds`. The measurement begins after the page has
 * loaded.
 */
async function usage(
  page: Page,
  { address, seconds, settle }: { address: string; seconds: number; settle: number },
): Promise<Usage> {
  // A new process has no garbage from the previous page.
  const fresh = await page.context().newPage();
  const session = await fresh.context().newCDPSession(fresh);
  await session.send('Performance.enable');
  await readReport<LightLoadReport>(fresh, address);
  const readUsage = async (): Promise<Usage> => {
    const report = await fresh.evaluate(() => (globalThis as unknown as { report: LightLoadReport }).report);
    return { ...(await pageCpuTime(session)), simulated: report.simulated, drawn: report.drawn };
  };
  await delay(2 * settle);
  const before = await readUsage();
  await delay(seconds * 1000);
  const after = await readUsage();
  await fresh.close();
  return {
    process: after.process - before.process,
    thread: after.thread - before.thread,
    simulated: after.simulated - before.simulated,
    drawn: after.drawn - before.drawn,
  };
}
