import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { pageCpuTime } from '../../tools/browsers/page-cpu-time.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { FigureResults, Scale } from '../figure-results.ts';
import type { OverlayCostReport } from './pages/overlay-cost.ts';

const pageAddress = '/e2e/bench/monitor/pages/overlay-cost.html';
const events = 10_000;

/** A view at a number of samples per second. */
interface Case {
  readonly view: string;
  readonly rate: number;
}

const hidden: Case = { view: 'hidden', rate: 10 };
const cases: readonly Case[] = [
  hidden,
  { view: 'signals', rate: 1 },
  { view: 'signals', rate: 10 },
  { view: 'signals', rate: 60 },
  { view: 'histograms', rate: 10 },
  { view: 'lanes', rate: 10 },
  { view: 'priorities', rate: 10 },
  { view: 'parameters', rate: 10 },
  { view: 'record', rate: 10 },
];

/** Milliseconds per second, and records per second. */
type Usage = Readonly<Record<'script' | 'thread' | 'process' | 'records', number>>;

/** The time that the overlay takes, by view and by samples per second, while 10,000 records per second are written. */
export async function benchOverlayCost(
  page: Page,
  { repetitions, seconds, settle }: Scale,
): Promise<FigureResults> {
  const used = new Map<Case, Usage[]>(cases.map((one) => [one, []]));
  for (let round = 0; round < repetitions; round++)
    for (const one of round % 2 === 0 ? cases : cases.toReversed())
      used.get(one)!.push(await usage(page, one, seconds, settle));
  const typical = (one: Case, quantity: keyof Usage): number =>
    median(used.get(one)!.map((found) => found[quantity]));
  const more = (one: Case, quantity: keyof Usage): number =>
    Math.max(0, typical(one, quantity) - typical(hidden, quantity));
  return {
    name: 'bench-overlay-cost',
    parameters: { seconds, rounds: repetitions, events },
    rows: cases.map((one) => ({
      view: one.view,
      'samples/s': one.view === 'hidden' ? '' : one.rate,
      'records/s': digits(typical(one, 'records'), 3),
      'script ms/s': digits(typical(one, 'script'), 3),
      '% of a frame': digits(typical(one, 'script') / 10, 3),
      'more CPU of the main thread, ms/s': digits(more(one, 'thread'), 3),
      'more CPU of all threads, ms/s': digits(more(one, 'process'), 3),
    })),
    samples: Object.fromEntries([...used].map(([{ rate, view }, found]) => [`${view} ${rate}`, found])),
    bars: [
      judge({
        bar: 'overlay: script at 10 samples and 10,000 records per second, % of a frame',
        limit: { most: 1 },
        environment: 'Chromium',
        found: Object.fromEntries(
          cases
            .filter(({ rate, view }) => rate === 10 && view !== 'hidden')
            .map((one) => [one.view, typical(one, 'script') / 10]),
        ),
      }),
    ],
  };
}

/** Measures a page during `seconds`, after it has run for a while. */
async function usage(page: Page, { rate, view }: Case, seconds: number, settle: number): Promise<Usage> {
  const fresh = await page.context().newPage(); // a new process has no garbage from the previous page
  const session = await fresh.context().newCDPSession(fresh);
  await session.send('Performance.enable');
  await readReport<object>(fresh, `${pageAddress}?view=${view}&rate=${rate}&events=${events}`);
  const read = async (): Promise<Usage> => {
    const [cost, records] = await fresh.evaluate(() => {
      const { report } = globalThis as unknown as { report: OverlayCostReport };
      return [report.cost(), report.records] as const;
    });
    const { process, thread } = await pageCpuTime(session);
    return { script: cost, records, process: 1000 * process, thread: 1000 * thread };
  };
  await delay(2 * settle);
  const before = await read();
  await delay(seconds * 1000);
  const after = await read();
  await fresh.close();
  const rateOf = (quantity: keyof Usage): number => (after[quantity] - before[quantity]) / seconds;
  return {
    script: after.script,
    records: rateOf('records'),
    process: rateOf('process'),
    thread: rateOf('thread'),
  };
}
