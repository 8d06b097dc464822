import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { Report } from '../../../../demos/tandem-tools/tunnel/report.ts';
import { findChromium, launchOptions } from '../../../tools/browsers/find-chromium.ts';
import { withChromiumOnOneCore } from '../../../tools/browsers/one-core.ts';
import { readReport } from '../../../tools/browsers/read-report.ts';
import { withChromium } from '../../../tools/browsers/with-chromium.ts';
import { type HostTasks, syncMark, traceHostTasks } from './host-tasks.ts';
import { nameOf, type Run } from './plan.ts';
import { type CpuTime, watchCpuTime } from './watch-cpu-time.ts';

/** The measurements of a run of the tunnel or of a level. */
export interface MeasuredRun {
  readonly run: Omit<Run, 'load'> & { readonly load: string };
  readonly report: Pick<Report, 'enemies' | 'recording'>;
  readonly host: HostTasks;
  readonly cpu: CpuTime;
}

/** The measurements of a run of the tunnel. */
export interface TunnelRun extends MeasuredRun {
  readonly run: Run;
  readonly report: Report;
}

export interface PlayOptions {
  /** Address of the game's page. */
  readonly page: string;
  readonly enemies: number;
  readonly seconds: number;
  /** The folder of the results. Runs whose results it already has are not repeated. */
  readonly folder: string;
}

/**
 * Milliseconds between two key strokes: not a multiple of any period of the game. A stroke is
 * skipped if the previous one has not ended. Otherwise strokes would queue up if frames take longer
 * than this, and Chromium runs no timers of a page while input is pending.
 */
const strokeEvery = 237;

/** Plays one run in a fresh browser and saves its results. A key is pressed regularly in runs with drawing. */
export async function playRun(run: Run, options: PlayOptions): Promise<TunnelRun> {
  const path = join(options.folder, `${nameOf(run)}.json.gz`);
  if (existsSync(path)) return JSON.parse(gunzipSync(readFileSync(path)).toString()) as TunnelRun;
  const query = new URLSearchParams({
    scenario: 'tunnel',
    load: run.load,
    version: run.version,
    draw: run.draw,
    phase: String(run.phase),
    n: String(options.enemies),
    seconds: String(options.seconds),
    ...(run.workers && { workers: String(run.workers) }),
    ...(run.regions && { regions: run.regions }),
  });
  const played = { run, ...(await traceRun<Report>(run, `${options.page}?${query}`)) };
  mkdirSync(options.folder, { recursive: true });
  writeFileSync(path, gzipSync(JSON.stringify(played)));
  return played;
}

/** Opens an address in a fresh browser. Returns the report of the page, the host tasks and the CPU time of the browser. */
export async function traceRun<Left>(
  { cores, draw }: Pick<Run, 'cores' | 'draw'>,
  address: string,
): Promise<{ report: Left } & Pick<MeasuredRun, 'host' | 'cpu'>> {
  return withPage(cores, async (page, browser) => {
    const endTrace = await traceHostTasks(browser);
    const endCpuTime = await watchCpuTime(browser);
    await page.addInitScript((mark) => {
      (globalThis as { syncedAt?: number }).syncedAt = performance.mark(mark).startTime;
    }, syncMark);
    const reading = readReport<Left>(page, address);
    const report = await (draw === 'none' ? reading : whilePressing(page, reading));
    const syncedAt = await page.evaluate(() => (globalThis as { syncedAt?: number }).syncedAt ?? 0);
    const origin = await page.evaluate(() => performance.timeOrigin);
    return { report, host: await endTrace(syncedAt), cpu: endCpuTime(origin) };
  });
}

/**
 * Without a GPU the browser emulates one. On a machine with two cores the emulation occupies more than one of them, and halves the fps of this
 * game after some seconds. Plain software drawing does not.
 */
const noGpuArguments = ['--disable-gpu'];

/** Opens a page in a fresh browser on all cores or on one. `args`: further arguments of the browser. */
export async function withPage<Result>(
  cores: Run['cores'],
  use: (page: Page, browser: Browser) => Promise<Result>,
  args: readonly string[] = [],
): Promise<Result> {
  const options = { ...launchOptions(findChromium()), args: [...noGpuArguments, ...args] };
  const useBrowser = async (browser: Browser): Promise<Result> => {
    const page = await browser.newPage({ viewport: { width: 960, height: 540 } });
    if (cores === 'one') await page.addInitScript(reportOneCore);
    return use(page, browser);
  };
  return cores === 'one' ? withChromiumOnOneCore(options, useBrowser) : withChromium(options, useBrowser);
}

/** Runs in the page. Without it, `hardwareConcurrency` would be that of the machine. */
function reportOneCore(): void {
  Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 1 });
}

async function whilePressing<Result>(page: Page, result: Promise<Result>): Promise<Result> {
  let isPressed = false;
  const stroke = setInterval(() => {
    if (isPressed) return;
    isPressed = true;
    page.keyboard.press('Shift').then(
      () => (isPressed = false),
      () => clearInterval(stroke), // the page is closed
    );
  }, strokeEvery);
  try {
    return await result;
  } finally {
    clearInterval(stroke);
  }
}
