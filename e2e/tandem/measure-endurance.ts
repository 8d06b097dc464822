import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import type { Report } from '../../demos/tandem/tunnel/report.ts';
import { readReport } from '../report.ts';
import type { Findings, Row } from '../results.ts';
import { mean, quantile, round } from '../statistics.ts';
import { doubles } from './decode.ts';
import { period } from './figures.ts';
import { withPage } from './play-run.ts';

export interface EnduranceOptions {
  /** Where the pages are served. */
  readonly origin: string;
  readonly enemies: number;
  readonly workers: number;
  readonly seconds: number;
  /** Seconds that are one row. */
  readonly each: number;
}

/** The memory of the browser's processes. */
interface Reading {
  /** Ms, as of `Date.now`. */
  readonly at: number;
  readonly bytes: number;
}

/** Lets threads play for long with too much to do, and returns what becomes of time and memory, ready to be written. */
export async function measureEndurance(options: EnduranceOptions): Promise<Findings> {
  const { each, enemies, origin, seconds, workers } = options;
  const address = `${origin}/demos/tandem/tunnel/?version=concurrent&workers=${workers}&n=${enemies}&seconds=${seconds}&warmup=2`;
  const { memory, report, timeOrigin } = await withPage('all', async (page, browser) => {
    const endMemory = await watchMemory(browser);
    const left = await readReport<Report>(page, address);
    return {
      report: left,
      memory: endMemory(),
      timeOrigin: await page.evaluate(() => performance.timeOrigin),
    };
  });
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
  return {
    name: 'tandem-endurance',
    parameters: { enemies, workers, seconds },
    rows,
    samples: { MiB: memory.map(({ bytes }) => round(bytes / 2 ** 20, 1)) },
  };
}

function gapsOf(times: Float64Array): { at: number; gap: number }[] {
  return Array.from(times.subarray(1), (time, i) => ({ at: time, gap: time - times[i]! }));
}

const readEvery = 5000;

/** Reads the memory of all renderers now and then until the function that it resolves to is called. Only where the system says so in files. */
async function watchMemory(browser: Browser): Promise<() => readonly Reading[]> {
  const session = await browser.newBrowserCDPSession();
  const readings: Reading[] = [];
  const read = async (): Promise<void> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    readings.push({ at: Date.now(), bytes: renderers.reduce((sum, { id }) => sum + residentBytes(id), 0) });
  };
  const stop = (): void => clearInterval(timer);
  const timer = setInterval(() => void read().catch(stop), readEvery);
  return () => {
    stop();
    return readings;
  };
}

function residentBytes(process: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
}
