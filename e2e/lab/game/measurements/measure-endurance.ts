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
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly enemies: number;
  readonly workers: number;
  readonly seconds: number;
  /**
   * Seconds at the start and at the end that are not counted. Use more than three to exclude the
   * start of the threads and the first garbage collection, and more than six to exclude also the
   * last garbage collection.
   */
  readonly margin: number;
  /** Seconds per row. */
  readonly each: number;
}

interface EnduranceRun {
  readonly report: Report;
  readonly memory: readonly Reading[];
  /** Time origin of the page, in ms on the clock of `Date.now`. */
  readonly timeOrigin: number;
  /** Bytes after a garbage collection: at the start, after the first part, and near the end. */
  readonly kept: readonly number[];
}

/**
 * Milliseconds until all threads play. Then the first of three garbage collections is made. The
 * last one is made twice this time before the end of the run.
 */
const settling = 3000;

/** The option of the browser that adds `gc` to pages. */
const exposeCollector = '--js-flags=--expose-gc';

/** Returns the resident bytes of all renderers after the page and its workers have collected garbage. */
async function collectedBytes(page: Page, session: CDPSession): Promise<number> {
  const collect = (): void => (globalThis as unknown as { gc: () => void }).gc();
  await page.evaluate(collect);
  for (const worker of page.workers()) await worker.evaluate(collect);
  return residentBytes(session);
}

/** A reading of the memory of all renderers. */
interface Reading {
  /** Milliseconds on the clock of `Date.now`. */
  readonly at: number;
  readonly bytes: number;
}

/** Plays an overload in several threads for a long time. Returns jitter, frame times and memory by time. */
export async function measureEndurance(options: EnduranceOptions): Promise<Findings> {
  const { each, enemies, margin, origin, seconds, workers } = options;
  const address = `${origin}/demos/tandem-tools/tunnel/?version=concurrent&workers=${workers}&n=${enemies}&seconds=${seconds}&margin=${margin}`;
  const play = async (page: Page, browser: Browser): Promise<EnduranceRun> => {
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
    const frameTimes = gaps.filter(isIn).map(({ gap }) => gap);
    const readings = memory
      .filter(({ at }) => isIn({ at: at - timeOrigin }))
      .map(({ bytes }) => bytes / 2 ** 20);
    rows.push({
      'from s': round((start - from) / 1000, 0),
      'jitter median': round(quantile(jitter, 0.5), 3),
      'jitter p99': round(quantile(jitter, 0.99), 2),
      'frame time p99': round(quantile(frameTimes, 0.99), 2),
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

/** Milliseconds between two readings. */
const readEvery = 5000;

/** Reads the memory of all renderers regularly. The returned function ends and returns the readings. */
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

/** Returns the resident bytes of all renderers. Works only on Linux, which has them in `/proc`. */
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
