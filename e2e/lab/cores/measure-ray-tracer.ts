import type { ComparisonReport, SpeedRun } from '../../../demos/raytracer/table/report.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import type { Findings, Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, medianRatio, round } from '../../tools/statistics/statistics.ts';
import type { Stage } from './run-everywhere.ts';

export interface RayTracerOptions {
  readonly rounds: number;
  /** Rows of the image that two workers trace. */
  readonly rows: number;
  /** Tasks with a fixed duration for four workers: their number, and the duration in ms. */
  readonly clocked: { readonly tasks: number; readonly milliseconds: number };
}

/** Times of the paper in ms (table 1, 4 workers), by the percentage of unique colors. */
const paper: readonly Row[] = [
  { tasks: 'the paper’s, 4 workers', by: 'round robin', 'all workers alike': 309, 'one at 25 %': 500 },
  { tasks: 'the paper’s, 4 workers', by: 'DOHA, 0 % of the colors unique', 'one at 25 %': 501 },
  { tasks: 'the paper’s, 4 workers', by: 'DOHA, 25 % of the colors unique', 'one at 25 %': 393 },
  { tasks: 'the paper’s, 4 workers', by: 'DOHA, 50 % of the colors unique', 'one at 25 %': 342 },
  { tasks: 'the paper’s, 4 workers', by: 'DOHA, 75 % of the colors unique', 'one at 25 %': 320 },
  { tasks: 'the paper’s, 4 workers', by: 'DOHA, 100 % of the colors unique', 'one at 25 %': 310 },
];

/**
 * Repeats table 1 of the paper: the time of all tasks if one worker has a quarter of its CPU time,
 * by the share of tasks with a unique color. Tasks with a unique color may run in any worker.
 */
export async function measureRayTracer(
  { browser, origin }: Stage,
  { clocked, rounds, rows }: RayTracerOptions,
): Promise<Findings & { readonly bars: readonly Row[] }> {
  const settings = {
    'bands, 2 workers': { workers: 2, work: 'bands', tasks: rows },
    'tasks by the clock, 4 workers': { workers: 4, work: 'clock', ...clocked },
  } as const;
  const found: Row[] = [];
  const bars: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const [tasks, setting] of Object.entries(settings)) {
    const page = await browser.newPage();
    const knobs = Object.entries({ rounds, ...setting }).map(([name, value]) => `${name}=${value}`);
    const report = await readReport<ComparisonReport>(
      page,
      `${origin}/demos/raytracer/table.html?${knobs.join('&')}`,
    );
    await page.close();
    found.push(...rowsOf(tasks, report.runs));
    bars.push(barOf(tasks, setting.workers, report.runs));
    for (const { milliseconds, ...run } of report.runs) {
      const name = `${tasks}, ${nameOf(run)}${run.isOneSlow ? ', one at 25 %' : ''}`;
      samples[name] = [...(samples[name] ?? []), round(milliseconds, 1)];
    }
  }
  const parameters = { rounds, rows, clocked };
  return { name: 'measure-ray-tracer', parameters, rows: [...found, ...paper], samples, bars };
}

function rowsOf(tasks: string, runs: readonly SpeedRun[]): Row[] {
  const inOrder = runs.toSorted((one, other) => (one.unique ?? -1) - (other.unique ?? -1));
  const names = [...new Set(inOrder.map(nameOf))];
  return names.map((by) => {
    const own = runs.filter((run) => nameOf(run) === by);
    const alike = timesOf(own, false);
    const limited = timesOf(own, true);
    return {
      tasks,
      by,
      'all workers alike': alike.length > 0 ? digits(median(alike), 4) : null,
      'one at 25 %': limited.length > 0 ? digits(median(limited), 4) : null,
    };
  });
}

/**
 * Compares the time with one slow worker to the ideal time: the tasks are the same, but three
 * quarters of the capacity of one worker are missing.
 */
function barOf(tasks: string, workers: number, runs: readonly SpeedRun[]): Row {
  const own = runs.filter(({ unique, who }) => who === 'multiproc' && unique === 1);
  const share = (workers - 0.75) / workers;
  return judge({
    bar: 'one worker at 25 %, all colors unique: time, × what the capacity allows',
    limit: { most: 1.05 },
    environment: 'Chromium',
    found: { [tasks]: medianRatio(timesOf(own, true), timesOf(own, false)) * share },
  });
}

function timesOf(runs: readonly SpeedRun[], isOneSlow: boolean): number[] {
  return runs.filter((run) => run.isOneSlow === isOneSlow).map(({ milliseconds }) => milliseconds);
}

function nameOf({ unique, who }: Pick<SpeedRun, 'unique' | 'who'>): string {
  return unique === undefined ? who : `DOHA, ${100 * unique} % of the colors unique`;
}
