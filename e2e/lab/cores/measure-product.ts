import { availableParallelism } from 'node:os';
import type { Findings, Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, medianRatio, round } from '../../tools/statistics/statistics.ts';
import type { Multiplied } from './pages/product.ts';
import { type Place, runEverywhere, type Stage } from './run-everywhere.ts';

export interface ProductOptions {
  /** Of n!. */
  readonly n: number;
  /** Tasks. */
  readonly parts: number;
  readonly rounds: number;
}

/** Finds out how much sooner workers are done with a factorial than the calling thread alone: with one, and with as many as there are cores. */
export async function measureProduct(
  stage: Stage,
  { n, parts, rounds }: ProductOptions,
): Promise<Findings & { readonly bars: readonly Row[] }> {
  const workers = Array.from({ length: availableParallelism() }, (_, i) => i + 1);
  const found = await runEverywhere<Multiplied[]>(stage, {
    study: 'product',
    workers: workers.join(','),
    n,
    parts,
    rounds,
  });
  const samples: Record<string, readonly number[]> = {};
  for (const { place, report } of found) {
    for (const count of [0, ...workers])
      samples[`${place}, ${count} workers, ms`] = timesOf(report, count).map((time) => round(time, 2));
  }
  return {
    name: 'measure-factorial',
    parameters: { n, parts, rounds },
    rows: [
      ...found.flatMap(({ place, report }) => [0, ...workers].map((count) => rowOf(place, count, report))),
      { where: 'the paper’s Chrome 15, 16 cores', 'speed, × without': 10 },
    ],
    samples,
    bars: found.map(({ place, report }) =>
      judge({
        bar: 'factorial: speed, × workers',
        limit: { least: 0.9 },
        where: place,
        found: Object.fromEntries(
          workers.map((count) => [`${count} workers`, speedUp(report, count) / count]),
        ),
      }),
    ),
  };
}

function rowOf(where: Place, workers: number, report: readonly Multiplied[]): Row {
  return {
    where,
    workers: workers === 0 ? 'none' : String(workers),
    ms: digits(median(timesOf(report, workers)), 4),
    'speed, × without': digits(speedUp(report, workers), 3),
  };
}

function speedUp(report: readonly Multiplied[], workers: number): number {
  return medianRatio(timesOf(report, 0), timesOf(report, workers));
}

function timesOf(report: readonly Multiplied[], workers: number): number[] {
  return report.filter((one) => one.workers === workers).map(({ milliseconds }) => milliseconds);
}
