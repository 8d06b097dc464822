import type { Page } from '@playwright/test';
import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import {
  digits,
  median,
  medianRatio,
  middleMean,
  quantile,
  spread,
} from '../../tools/statistics/statistics.ts';
import type { FigureResults } from '../figure-results.ts';
import type { ByEnvironment } from '../figure-in-both.ts';
import type { Series } from '../pages/contest.ts';
import { samplesOf, valuesOf } from '../sized-rows.ts';
import { poolsEverywhere, poolsOnOneCore } from './pools-everywhere.ts';

/** The size of a benchmark run. */
export interface PoolScale {
  /** Numbers of workers. */
  readonly workers: readonly number[];
  /** Bytes of a round trip's payload. */
  readonly payloads: readonly number[];
  readonly rounds: number;
  /** Empty tasks per round. */
  readonly empty: number;
  /** Tasks of 0.1 ms per round. */
  readonly short: number;
  /** Tasks of 20 µs per round. */
  readonly brief: number;
  /** Round trips per round. */
  readonly trips: number;
  /** Tasks of 0.1 ms that are queued before an urgent task. */
  readonly queued: number;
  /** Whether some figures also run in a page that is not cross-origin isolated. */
  readonly everywhere: boolean;
}

/** A figure of the worker pool benchmark. `make` measures it. */
export interface PoolFigure {
  readonly title: string;
  readonly make: (page: Page, scale: PoolScale) => Promise<FigureResults>;
}

/** Enough rounds and tasks for stable medians. */
export const fullPoolScale: PoolScale = {
  workers: [1, 2],
  payloads: [10, 100],
  rounds: 15,
  empty: 10_000,
  short: 2000,
  brief: 5000,
  trips: 200,
  queued: 10_000,
  everywhere: true,
};

/** A short run that only checks the results of the contestants. */
export const smokePoolScale: PoolScale = {
  workers: [1],
  payloads: [10],
  rounds: 1,
  empty: 40,
  short: 10,
  brief: 20,
  trips: 4,
  queued: 20,
  everywhere: false,
};

export const poolFigures: readonly PoolFigure[] = [
  { title: 'empty tasks through pools of workers', make: benchEmpty },
  { title: 'tasks of 20 µs through pools of workers', make: benchBrief },
  { title: 'tasks of 0.1 ms through pools of workers', make: benchShort },
  { title: 'the main thread’s CPU time for a task of a pool', make: benchMainThread },
  { title: 'the round trip of a task', make: benchRoundTrip },
  { title: 'an urgent task behind many others', make: benchUrgent },
];

const plain = '@doha/multiproc';
const inUse = '@doha/multiproc, all in use';
const submissionPatterns = ['burst', 'stream'] as const;

async function benchEmpty(page: Page, scale: PoolScale): Promise<FigureResults> {
  const { workers, rounds, empty: tasks, everywhere } = scale;
  const request = { figure: 'empty', sizes: workers, rounds, tasks };
  const found = await poolsEverywhere(page, request, { coarse: everywhere });
  const bars = barsOf(found, (series) => {
    const ratios = workers.flatMap((size) => {
      const best = bestPeer(series, size);
      return [plain, inUse].map((name): [string, number] => [
        `${name}, ${ofWorkers(size)}, beside ${best.name}`,
        medianRatio(best.values, valuesOf(series, `${name}: burst`, size)),
      ]);
    });
    return { bar: 'empty tasks in bursts: throughput, × the best peer', limit: { least: 5 }, ratios };
  });
  return {
    name: 'bench-multiproc-empty',
    parameters: { rounds, tasks },
    rows: throughputRows(found, workers, (nanoseconds) => 1e9 / nanoseconds),
    samples: samplesOf(found, ofWorkers),
    bars: [...bars, ...streamBars(found, workers, 'empty tasks')],
  };
}

async function benchBrief(page: Page, scale: PoolScale): Promise<FigureResults> {
  const { workers, rounds, brief: tasks } = scale;
  const found = await poolsEverywhere(page, { figure: 'brief', sizes: workers, rounds, tasks });
  return {
    name: 'bench-multiproc-brief',
    parameters: { rounds, tasks },
    rows: throughputRows(found, workers, (nanoseconds, size) => (100 * 2e4) / size / nanoseconds),
    samples: samplesOf(found, ofWorkers),
    bars: streamBars(found, workers, 'tasks of 20 µs'),
  };
}

async function benchShort(page: Page, scale: PoolScale): Promise<FigureResults> {
  const { workers, rounds, short: tasks } = scale;
  const found = await poolsEverywhere(page, { figure: 'short', sizes: workers, rounds, tasks });
  const share = (nanoseconds: number, size: number): number => (100 * 1e5) / size / nanoseconds;
  const bars = barsOf(found, (series) => {
    const ratios = workers.map((size): [string, number] => {
      const values = valuesOf(series, `${plain}, window 16: burst`, size);
      return [ofWorkers(size), share(median(values), size)];
    });
    return { bar: 'tasks of 0.1 ms in bursts, window 16: % of the ideal', limit: { least: 90 }, ratios };
  });
  return {
    name: 'bench-multiproc-short',
    parameters: { rounds, tasks },
    rows: throughputRows(found, workers, share),
    samples: samplesOf(found, ofWorkers),
    bars: [...bars, ...streamBars(found, workers, 'tasks of 0.1 ms')],
  };
}

async function benchMainThread(page: Page, scale: PoolScale): Promise<FigureResults> {
  const { rounds, empty: tasks, everywhere } = scale;
  const request = { figure: 'main-thread', sizes: [1], rounds, tasks };
  const found = await poolsEverywhere(page, request, { coarse: everywhere });
  const microseconds = (series: readonly Series[], name: string): number =>
    median(valuesOf(series, name, 1)) / 1000;
  const rows = rowsOf(found, (series, by) => ({
    'result wanted, µs': digits(microseconds(series, `${by}: wanted`), 3),
    'forgotten, µs': digits(microseconds(series, `${by}: forgotten`), 3),
  }));
  const bars = barsOf(found, (series) => ({
    bar: 'the main thread’s time for an empty task, µs',
    limit: { most: 1 },
    ratios: ['wanted', 'forgotten'].map((kind) => [
      `result ${kind}`,
      microseconds(series, `${plain}: ${kind}`),
    ]),
  }));
  const samples = samplesOf(found, ofWorkers);
  return { name: 'bench-multiproc-main-thread', parameters: { rounds, tasks }, rows, samples, bars };
}

async function benchRoundTrip(page: Page, scale: PoolScale): Promise<FigureResults> {
  const { payloads, rounds, trips: tasks } = scale;
  const request = { figure: 'round-trip', sizes: payloads, rounds, tasks };
  const found = {
    ...(await poolsOnOneCore(request)),
    ...(await poolsEverywhere(page, request)),
  };
  const timesBare = (series: readonly Series[], name: string, bytes: number): number =>
    middleMean(valuesOf(series, name, bytes)) / middleMean(valuesOf(series, 'bare postMessage', bytes));
  const rows = rowsOf(found, (series, by) =>
    forEach(payloads, (bytes) => {
      const values = valuesOf(series, by, bytes);
      return {
        [`${ofBytes(bytes)}, median µs`]: digits(median(values), 3),
        [`${ofBytes(bytes)}, p95 µs`]: digits(quantile(values, 0.95), 3),
        [`${ofBytes(bytes)}, × bare`]: digits(timesBare(series, by, bytes), 3),
      };
    }),
  );
  const bars = barsOf(found, (series) => ({
    bar: 'round trip: mean of the middle half, × bare postMessage',
    limit: { most: 1.1 },
    ratios: payloads.map((bytes) => [ofBytes(bytes), timesBare(series, plain, bytes)]),
  }));
  const samples = samplesOf(found, ofBytes);
  return { name: 'bench-multiproc-round-trip', parameters: { rounds, trips: tasks }, rows, samples, bars };
}

async function benchUrgent(page: Page, scale: PoolScale): Promise<FigureResults> {
  const { workers, queued: tasks } = scale;
  const rounds = Math.ceil(scale.rounds / 2);
  const found = await poolsEverywhere(page, { figure: 'urgent', sizes: workers, rounds, tasks });
  const rows = rowsOf(found, (series, by) =>
    forEach(workers, (size) => {
      const values = valuesOf(series, by, size);
      return {
        [`${ofWorkers(size)}, median ms`]: digits(median(values), 3),
        [`${ofWorkers(size)}, worst ms`]: digits(quantile(values, 1), 3),
      };
    }),
  );
  const samples = samplesOf(found, ofWorkers);
  return { name: 'bench-multiproc-urgent', parameters: { rounds, queued: tasks }, rows, samples, bars: [] };
}

function ofWorkers(count: number): string {
  return `${count} worker${count === 1 ? '' : 's'}`;
}

function ofBytes(bytes: number): string {
  return `${bytes} B`;
}

/**
 * Bars for streams with 8 outstanding tasks. `@doha/multiproc` with default options, and with
 * all features in use, are each compared with the fastest other contestant: a library, or the pool by hand that has a window and priorities.
 */
function streamBars(found: ByEnvironment, workers: readonly number[], what: string): Row[] {
  return barsOf(found, (series) => {
    const ratios = workers.flatMap((size) => {
      const best = fastest(series, size, 'stream', /^@doha|batched$/);
      return [plain, inUse].map((name): [string, number] => [
        `${name}, ${ofWorkers(size)}, beside ${best.name}`,
        medianRatio(best.values, valuesOf(series, `${name}: stream`, size)),
      ]);
    });
    return {
      bar: `${what}, 8 outstanding: throughput, × the best of the others`,
      limit: { least: 0.95 },
      ratios,
    };
  });
}

/** The fastest library in bursts; pools by hand do not count. */
function bestPeer(series: readonly Series[], size: number): Series {
  return fastest(series, size, 'burst', /^(@doha|postMessage)/);
}

/** The fastest contestant whose name does not match `except`. */
function fastest(
  series: readonly Series[],
  size: number,
  pattern: (typeof submissionPatterns)[number],
  except: RegExp,
): Series {
  const [best] = series
    .filter(
      (one) => one.size === size && one.name.endsWith(`: ${pattern}`) && !except.test(contestantOf(one)),
    )
    .toSorted((one, other) => median(one.values) - median(other.values));
  return { ...best!, name: contestantOf(best!) };
}

function contestantOf({ name }: Series): string {
  return name.replace(/: \w+$/, '');
}

function throughputRows(
  found: ByEnvironment,
  workers: readonly number[],
  figureOf: (nanoseconds: number, workers: number) => number,
): Row[] {
  return rowsOf(found, (series, by) => {
    const widest = Math.max(
      ...workers.flatMap((size) =>
        submissionPatterns.map((pattern) => spread(valuesOf(series, `${by}: ${pattern}`, size))),
      ),
    );
    const cells = submissionPatterns.map((pattern) =>
      forEach(workers, (size) => ({
        [`${pattern}, ${ofWorkers(size)}`]: digits(
          figureOf(median(valuesOf(series, `${by}: ${pattern}`, size)), size),
          3,
        ),
      })),
    );
    return { ...Object.assign({}, ...cells), spread: `±${digits(widest * 100, 2)} %` } as Row;
  });
}

/** A row for each environment and contestant. */
function rowsOf(found: ByEnvironment, cells: (series: readonly Series[], by: string) => Row): Row[] {
  return Object.entries(found).flatMap(([environment, series]) =>
    [...new Set(series.map(contestantOf))].map((by): Row =>
      Object.assign({ environment, by }, cells(series, by)),
    ),
  );
}

function forEach(values: readonly number[], cells: (value: number) => Row): Row {
  return Object.assign({}, ...values.map(cells)) as Row;
}

/** A bar for each environment. */
function barsOf(
  found: ByEnvironment,
  of: (series: readonly Series[]) => {
    readonly bar: string;
    readonly limit: Parameters<typeof judge>[0]['limit'];
    readonly ratios: readonly (readonly [circumstance: string, value: number])[];
  },
): Row[] {
  return Object.entries(found).map(([environment, series]) => {
    const { ratios, ...bar } = of(series);
    return judge({ ...bar, environment, found: Object.fromEntries(ratios) });
  });
}
