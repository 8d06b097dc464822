import type { Page } from '@playwright/test';
import { waitForGlobal } from '../../tools/browsers/read-report.ts';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, quantile, round } from '../../tools/statistics/statistics.ts';
import type { SceneReport } from './pages/scene.ts';

export interface ScenesOptions {
  readonly engine: 'pixi' | 'phaser' | 'three';
  /** Number of fish. */
  readonly fish: number;
  /** Number of other fish at which an update looks. */
  readonly sight: number;
  readonly seconds: number;
  /** Seconds before each measurement. */
  readonly warmUp: number;
  /** Number of measurements per loop. The loops alternate. */
  readonly rounds: number;
}

/** The compared loops. */
export const loops = ['usual', 'culling', 'by-hand', 'doha'] as const;

/** Milliseconds from one key press to the next: not a multiple of any period of the loops. */
const STROKE_EVERY = 137;

/** Measures a scene of an engine in several loops, while keys are pressed. */
export async function measureScenes(
  page: Page,
  address: string,
  { engine, fish, sight, seconds, warmUp, rounds }: ScenesOptions,
): Promise<Pick<Findings, 'parameters' | 'rows' | 'samples'>> {
  const reports = new Map<string, SceneReport[]>(loops.map((loop) => [loop, []]));
  for (let turn = 0; turn < rounds; turn++) {
    for (const loop of loops) {
      const query = `engine=${engine}&loop=${loop}&fish=${fish}&sight=${sight}&seconds=${seconds}&warmup=${warmUp}`;
      reports.get(loop)!.push(await play(page, `${address}?${query}`));
    }
  }
  const samples = [...reports].flatMap(([loop, all]) => [
    [`${loop}, frame times`, all.flatMap(({ gaps }) => gaps.map((gap) => round(gap, 3)))],
    [`${loop}, input latency`, all.flatMap(({ latencies }) => latencies.map((time) => round(time, 3)))],
    [`${loop}, time received`, all.map(({ lived }) => round(lived, 4))],
  ]);
  return {
    parameters: { fish, sight, seconds, warmUp, rounds },
    rows: [...reports].map(([loop, all]) => rowOf(loop, all)),
    samples: Object.fromEntries(samples) as NonNullable<Findings['samples']>,
  };
}

/** Opens a page and presses keys until it leaves its report. */
async function play(page: Page, address: string): Promise<SceneReport> {
  await page.goto(address);
  const timer = setInterval(() => void page.keyboard.press('ArrowLeft').catch(() => {}), STROKE_EVERY);
  try {
    return (await page.evaluate(waitForGlobal, 'report')) as SceneReport;
  } finally {
    clearInterval(timer);
  }
}

function rowOf(loop: string, reports: readonly SceneReport[]): Row {
  const gaps = reports.flatMap((report) => report.gaps);
  const latencies = reports.flatMap((report) => report.latencies);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const mean = (value: (report: SceneReport) => number): number =>
    reports.reduce((sum, report) => sum + value(report), 0) / reports.length;
  return {
    loop,
    fps: digits((1000 * gaps.length) / total, 3),
    'frame time p95, ms': digits(quantile(gaps, 0.95), 3),
    'input latency p50, ms': latencies.length > 0 ? digits(quantile(latencies, 0.5), 3) : null,
    'input latency p95, ms': latencies.length > 0 ? digits(quantile(latencies, 0.95), 3) : null,
    'time received, %': digits(100 * mean(({ lived }) => lived), 3),
    'updates/s of a visible fish': digits(
      mean(({ visibleRate }) => visibleRate),
      3,
    ),
  };
}
