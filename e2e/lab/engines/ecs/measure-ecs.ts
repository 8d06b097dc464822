import type { Page } from '@playwright/test';
import { readReport } from '../../../tools/browsers/read-report.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { digits, mean, median, quantile, round } from '../../../tools/statistics/statistics.ts';
import type { EcsReport } from './pages/ecs.ts';

export interface EcsOptions {
  /** Address of the page. */
  readonly address: string;
  readonly entities: number;
  readonly seconds: number;
  /** Seconds before each measurement. */
  readonly warmUp: number;
  /** Measurements per variant. The variants alternate. */
  readonly rounds: number;
}

const loops = { plain: 'all in each frame', slices: 'a quarter in each frame', doha: 'DOHA' } as const;
const libraries = { bitecs: 'bitECS', koota: 'koota' } as const;

/** The compared variants. */
export const variants = Object.entries(libraries).flatMap(([library, libraryName]) =>
  Object.entries(loops).map(([loop, loopName]) => ({ library, loop, name: `${libraryName}, ${loopName}` })),
);

/** Milliseconds between two key strokes: not a multiple of any period of the page. */
const strokeEvery = 137;

/** Measures fps, input latency and the time that entities receive in a world of many entities. */
export async function measureEcs(
  page: Page,
  { address, entities, rounds, seconds, warmUp }: EcsOptions,
): Promise<Pick<Findings, 'parameters' | 'rows' | 'samples'>> {
  const reports = new Map<string, EcsReport[]>(variants.map(({ name }) => [name, []]));
  for (let turn = 0; turn < rounds; turn++) {
    for (const { library, loop, name } of variants) {
      const query = `library=${library}&loop=${loop}&entities=${entities}&seconds=${seconds}&warmup=${warmUp}`;
      reports.get(name)!.push(await whilePressing(page, readReport<EcsReport>(page, `${address}?${query}`)));
    }
  }
  const samples = [...reports].flatMap(([name, all]) => [
    [`${name}, frame times`, all.flatMap(({ gaps }) => gaps.map((gap) => round(gap, 3)))],
    [`${name}, input latency`, all.flatMap(({ latencies }) => latencies.map((each) => round(each, 3)))],
    [`${name}, lived time`, all.map(({ lived }) => round(lived, 4))],
  ]);
  return {
    parameters: { entities, seconds, warmUp, rounds },
    rows: [...reports].map(([name, all]) => rowOf(name, all)),
    samples: Object.fromEntries(samples) as Record<string, number[]>,
  };
}

/** Presses keys until the page has left its report. A stroke waits for the one before. */
async function whilePressing(page: Page, report: Promise<EcsReport>): Promise<EcsReport> {
  const state = { isOver: false };
  const end = (): void => void (state.isOver = true);
  report.then(end, end);
  for (let stroke = 0; !state.isOver; stroke++) {
    await page.keyboard.press(stroke % 20 < 10 ? 'ArrowLeft' : 'ArrowRight').catch(() => {});
    await page.waitForTimeout(strokeEvery).catch(() => {});
  }
  return report;
}

function rowOf(variant: string, reports: readonly EcsReport[]): Row {
  const gaps = reports.flatMap((report) => report.gaps);
  const latencies = reports.flatMap((report) => report.latencies);
  const ofRuns = (name: 'lived' | 'leastLived' | 'rate' | 'nearRate'): number =>
    mean(reports.map((report) => report[name]));
  return {
    variant,
    fps: digits(1000 / mean(gaps), 3),
    'input latency, median ms': digits(median(latencies), 3),
    'p95 ms': digits(quantile(latencies, 0.95), 3),
    'lived time, %': digits(100 * ofRuns('lived'), 3),
    'least of an entity, %': digits(100 * ofRuns('leastLived'), 3),
    'updates/s, mean': digits(ofRuns('rate'), 3),
    'of the nearest 1,000': digits(ofRuns('nearRate'), 3),
  };
}
