import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { Start } from './pages/start.ts';
import { type Environment, runEverywhere, type Stage } from './run-everywhere.ts';

export interface StartOptions {
  /** Sizes of the pools. */
  readonly workers: readonly number[];
  readonly rounds: number;
  /** Milliseconds between the end of a pool and the start of the next one. */
  readonly settle: number;
}

const mebibyte = 2 ** 20;

/** Measures the start time of worker pools and the memory per worker, and the same without DOHA. */
export async function measureWorkerStart(
  stage: Stage,
  { rounds, settle, workers }: StartOptions,
): Promise<Findings> {
  const found = await runEverywhere<Start[]>(stage, {
    study: 'start',
    workers: workers.join(','),
    rounds,
    settle,
  });
  const samples = found.flatMap(({ environment, report }) =>
    report.map(({ bytes, milliseconds, who, workers: count }) => ({
      place: environment,
      who,
      count,
      milliseconds,
      bytes,
    })),
  );
  return {
    name: 'measure-worker-start',
    parameters: { workers, rounds, settle },
    rows: found.flatMap(({ environment, report }) =>
      workers.map((count) => rowOf(environment, count, report)),
    ),
    samples: { starts: samples },
  };
}

function rowOf(environment: Environment, workers: number, starts: readonly Start[]): Row {
  const medianOf = (who: Start['who'], figure: (start: Start) => number): number =>
    digits(median(starts.filter((start) => start.who === who && start.workers === workers).map(figure)), 3);
  const time = ({ milliseconds }: Start): number => milliseconds;
  const each = ({ bytes }: Start): number => bytes / mebibyte / workers;
  return {
    environment,
    workers,
    'until they answer, ms': medianOf('multiproc', time),
    'bare, ms': medianOf('bare', time),
    'memory of each, MiB': medianOf('multiproc', each),
    'bare, MiB': medianOf('bare', each),
  };
}
