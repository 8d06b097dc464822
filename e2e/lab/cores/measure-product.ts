import { availableParallelism } from 'node:os';
import type { Findings, Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, medianRatio, round } from '../../tools/statistics/statistics.ts';
import type { ProductRun } from './pages/product.ts';
import { type Environment, runEverywhere, type Stage } from './run-everywhere.ts';

export interface ProductOptions {
  /** The n of n!. */
  readonly n: number;
  /** Number of tasks. */
  readonly parts: number;
  readonly rounds: number;
}

/** Measures the speedup of a factorial with one worker, two workers and so on up to the number of cores, over the calling thread alone. */
export async function measureProduct(
  stage: Stage,
  { n, parts, rounds }: ProductOptions,
): Promise<Findings & { readonly bars: readonly Row[] }> {
  const workers = Array.from({ length: availableParallelism() }, (_, i) => i + 1);
  const found = await runEverywhere<ProductRun[]>(stage, {
    study: 'product',
    workers: workers.join(','),
    n,
    parts,
    rounds,
  });
  const samples: Record<string, readonly number[]> = {};
  for (const { environment, report } of found) {
    for (const count of [0, ...workers])
      samples[`${environment}, ${count} workers, ms`] = timesOf(report, count).map((time) => round(time, 2));
  }
  return {
    name: 'measure-factorial',
    parameters: { n, parts, rounds },
    rows: [
      ...found.flatMap(({ environment, report }) =>
        [0, ...workers].map((count) => rowOf(environment, count, report)),
      ),
      { environment: 'the paper’s Chrome 15, 16 cores', 'speed, × without': 10 },
    ],
    samples,
    bars: found.map(({ environment, report }) =>
      judge({
        bar: 'factorial: speed, × workers',
        limit: { least: 0.9 },
        environment,
        found: Object.fromEntries(
          workers.map((count) => [`${count} workers`, speedUp(report, count) / count]),
        ),
      }),
    ),
  };
}

function rowOf(environment: Environment, workers: number, report: readonly ProductRun[]): Row {
  return {
    environment,
    workers: workers === 0 ? 'none' : String(workers),
    ms: digits(median(timesOf(report, workers)), 4),
    'speed, × without': digits(speedUp(report, workers), 3),
  };
}

function speedUp(report: readonly ProductRun[], workers: number): number {
  return medianRatio(timesOf(report, 0), timesOf(report, workers));
}

function timesOf(report: readonly ProductRun[], workers: number): number[] {
  return report.filter((one) => one.workers === workers).map(({ milliseconds }) => milliseconds);
}
