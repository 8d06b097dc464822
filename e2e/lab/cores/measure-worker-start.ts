import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median } from '../../tools/statistics/statistics.ts';
import type { Start } from './pages/start.ts';
import { type Place, runEverywhere, type Stage } from './run-everywhere.ts';

export interface StartOptions {
  readonly workers: readonly number[];
  readonly rounds: number;
  /** Milliseconds from the end of some workers to the start of the next. */
  readonly settle: number;
}

const mebibyte = 2 ** 20;

/** Finds out how long workers take to be there, and how much memory each takes, beside workers without DOHA. */
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
  const samples = found.flatMap(({ place, report }) =>
    report.map(({ bytes, milliseconds, who, workers: count }) => ({
      place,
      who,
      count,
      milliseconds,
      bytes,
    })),
  );
  return {
    name: 'measure-worker-start',
    parameters: { workers, rounds, settle },
    rows: found.flatMap(({ place, report }) => workers.map((count) => rowOf(place, count, report))),
    samples: { starts: samples },
  };
}

function rowOf(where: Place, workers: number, starts: readonly Start[]): Row {
  const medianOf = (who: Start['who'], figure: (start: Start) => number): number =>
    digits(median(starts.filter((start) => start.who === who && start.workers === workers).map(figure)), 3);
  const time = ({ milliseconds }: Start): number => milliseconds;
  const each = ({ bytes }: Start): number => bytes / mebibyte / workers;
  return {
    where,
    workers,
    'until they answer, ms': medianOf('multiproc', time),
    'bare, ms': medianOf('bare', time),
    'memory of each, MiB': medianOf('multiproc', each),
    'bare, MiB': medianOf('bare', each),
  };
}
