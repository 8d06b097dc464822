import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Report } from '../../../../demos/tandem-tools/tunnel/report.ts';
import { readReport } from '../../../tools/browsers/read-report.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round } from '../../../tools/statistics/statistics.ts';
import { doubles } from '../figures/decode.ts';
import { period } from '../figures/figures.ts';
import { withPage } from '../run/play-run.ts';

export interface EnduranceOptions {
  /** Where the pages are served. */
  readonly origin: string;
  readonly enemies: number;
  readonly workers: number;
  readonly seconds: number;
  /** Seconds at either end that do not count; more than three. */
  readonly warmup: number;
  /** Seconds that are one row. */
  readonly each: number;
}

interface Endured {
  readonly report: Report;
  readonly memory: readonly Reading[];
  /** Ms, as of `Date.now`. */
  readonly timeOrigin: number;
  /** Bytes after a collection of garbage: at first, after the first part, and at last. */
  readonly kept: readonly number[];
}

/** Ms after which all threads play, and before the end that memory is read; both do not count. */
const settling = 3000;

/** Lets a page collect garbage when it is told to. */
const exposeCollector = '--js-flags=--expose-gc';

/** The memory of all renderers when the page and its workers have collected garbage. */
async function collectedBytes(page: Page, session: CDPSession): Promise<number> {
  const collect = (): void => (globalThis as unknown as { gc: () => void }).gc();
  await page.evaluate(collect);
  for (const worker of page.workers()) await worker.evaluate(collect);
  return residentBytes(session);
}

/** The memory of the browser's processes. */
interface Reading {
  /** Ms, as of `Date.now`. */
  readonly at: number;
  readonly bytes: number;
}

/** Lets threads play for long with too much to do, and returns what becomes of time and memory, ready to be written. */
export async function measureEndurance(options: EnduranceOptions): Promise<Findings> {
  const { each, enemies, origin, seconds, warmup, workers } = options;
  const address = `${origin}/demos/tandem-tools/tunnel/?version=concurrent&workers=${workers}&n=${enemies}&seconds=${seconds}&warmup=${warmup}`;
  const play = async (page: Page, browser: Browser): Promise<Endured> => {
    const session = await browser.newBrowserCDPSession();
    const endMemory = watchMemory(session);
    const reading = readReport<Report>(page, address);
    await page.waitForURL(address);
    const kept: number[] = [];
    for (const pause of [settling, 1000 * each, 1000 * (seconds - each) - 3 * settling]) {
      await page.waitForTimeout(pause);
      kept.push(await collectedBytes(page, session));
    }
    const report = await reading;
    const memory = endMemory();
    const timeOrigin = await page.evaluate(() => performance.timeOrigin);
    return { report, memory, timeOrigin, kept };
  };
  const { kept, memory, report, timeOrigin } = await withPage('all', play, [exposeCollector]);
  const { frames, from, to, windows } = report.recording!;
  const gaps = gapsOf(doubles(frames.start));
  const threads = windows.map((text) => gapsOf(doubles(text)));
  const rows: Row[] = [];
  for (let start = from; start + 1000 * each <= to + 1; start += 1000 * each) {
    const isIn = ({ at }: { at: number }): boolean => at >= start && at < start + 1000 * each;
    const jitter = threads.flatMap((all) => all.filter(isIn).map(({ gap }) => Math.abs(gap - period)));
    const pictures = gaps.filter(isIn).map(({ gap }) => gap);
    const readings = memory
      .filter(({ at }) => isIn({ at: at - timeOrigin }))
      .map(({ bytes }) => bytes / 2 ** 20);
    rows.push({
      'from s': round((start - from) / 1000, 0),
      'jitter median': round(quantile(jitter, 0.5), 3),
      'jitter p99': round(quantile(jitter, 0.99), 2),
      'picture to picture p99': round(quantile(pictures, 0.99), 2),
      'memory MiB': readings.length > 0 ? round(mean(readings), 1) : null,
      'least MiB': readings.length > 0 ? round(Math.min(...readings), 1) : null,
    });
  }
  const collected = kept.map((bytes) => round(bytes / 2 ** 20, 1));
  return {
    name: 'tandem-endurance',
    parameters: {
      enemies,
      workers,
      seconds,
      'MiB after collections, at first, after the first part and at last': collected,
    },
    rows,
    samples: { MiB: memory.map(({ bytes }) => round(bytes / 2 ** 20, 1)) },
  };
}

function gapsOf(times: Float64Array): { at: number; gap: number }[] {
  return Array.from(times.subarray(1), (time, i) => ({ at: time, gap: time - times[i]! }));
}

const readEvery = 5000;

/** Reads the memory of all renderers now and then until the function that it returns is called. */
function watchMemory(session: CDPSession): () => readonly Reading[] {
  const readings: Reading[] = [];
  const read = async (): Promise<void> => {
    readings.push({ at: Date.now(), bytes: await residentBytes(session) });
  };
  const stop = (): void => clearInterval(timer);
  const timer = setInterval(() => void read().catch(stop), readEvery);
  return () => {
    stop();
    return readings;
  };
}

/** The memory of all renderers. Only where the system says so in files. */
async function residentBytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => sum + residentBytesOf(id), 0);
}

function residentBytesOf(process: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
}
