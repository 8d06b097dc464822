import type { Page } from '@playwright/test';
import type { Series } from '../pages/bench/contest.ts';
import type { Row } from '../results.ts';
import { digits, median, medianRatio, quantile, spread } from '../statistics.ts';
import { judge } from './bar.ts';
import type { Benched } from './benched.ts';
import type { ByEngine } from './figure-in-both.ts';
import { poolsEverywhere } from './pools-everywhere.ts';
import { samplesOf, valuesOf } from './sized-rows.ts';

/** How much of it. */
export interface PoolScale {
  readonly rounds: number;
  /** Empty tasks of a round. */
  readonly empty: number;
  /** Tasks of 0.1 ms of a round. */
  readonly short: number;
  /** Round trips of a round. */
  readonly trips: number;
  /** Tasks of 0.1 ms that an urgent one finds. */
  readonly queued: number;
}

/** A figure of the bench of pools: its title, a sentence, and how it is made. */
export interface PoolFigure {
  readonly title: string;
  readonly make: (page: Page, scale: PoolScale) => Promise<Benched>;
}

export const fullPoolScale: PoolScale = {
  rounds: 11,
  empty: 10_000,
  short: 2000,
  trips: 200,
  queued: 10_000,
};

/** Long enough to see whether the answers are right. */
export const smokePoolScale: PoolScale = { rounds: 1, empty: 40, short: 10, trips: 4, queued: 20 };

export const poolFigures: readonly PoolFigure[] = [
  { title: 'empty tasks through pools of workers', make: benchEmpty },
  { title: 'tasks of 0.1 ms through pools of workers', make: benchShort },
  { title: 'the main thread’s time for a task of a pool', make: benchMainThread },
  { title: 'the round trip of a task', make: benchRoundTrip },
  { title: 'an urgent task behind many others', make: benchUrgent },
];

const workers = [1, 2];
const plain = '@doha/multiproc';
const inUse = '@doha/multiproc, all in use';
const byHand = /^(@doha|postMessage|bare)/;

const ofWorkers = (count: number): string => `${count} worker${count === 1 ? '' : 's'}`;

async function benchEmpty(page: Page, { rounds, empty: tasks }: PoolScale): Promise<Benched> {
  const of = (figure: string): Promise<ByEngine> =>
    poolsEverywhere(page, { figure, sizes: workers, rounds, tasks }, { fine: false });
  const burst = await of('empty-burst');
  const stream = await of('empty-stream');
  const bars = Object.entries(burst).map(([where, series]) => {
    const found = workers.flatMap((size) => {
      const best = bestPeer(series, size);
      return [plain, inUse].map((name): [string, number] => [
        `${name}, ${ofWorkers(size)}, × ${best.name}`,
        medianRatio(best.values, valuesOf(series, name, size)),
      ]);
    });
    return judge({
      bar: 'empty tasks: throughput, × the best peer',
      limit: { least: 5 },
      where,
      found: Object.fromEntries(found),
    });
  });
  const perSecond = (values: readonly number[]): number => 1e9 / median(values);
  return {
    name: 'bench-multiproc-empty',
    parameters: { rounds, tasks, outstanding: 8 },
    rows: throughputRows({ burst, '8 outstanding': stream }, perSecond),
    samples: throughputSamples({ burst, '8 outstanding': stream }),
    bars,
  };
}

async function benchShort(page: Page, { rounds, short: tasks }: PoolScale): Promise<Benched> {
  const of = (figure: string): Promise<ByEngine> =>
    poolsEverywhere(page, { figure, sizes: workers, rounds, tasks }, { fine: true });
  const burst = await of('short-burst');
  const stream = await of('short-stream');
  const share = (values: readonly number[], size: number): number => 1e5 / size / median(values);
  const bars = Object.entries(burst).map(([where, series]) => {
    const found = workers.map((size): [string, number] => [
      ofWorkers(size),
      share(valuesOf(series, '@doha/multiproc, window 16', size), size),
    ]);
    return judge({
      bar: 'tasks of 0.1 ms, window 16: share of the ideal',
      limit: { least: 0.9 },
      where,
      found: Object.fromEntries(found),
    });
  });
  return {
    name: 'bench-multiproc-short',
    parameters: { rounds, tasks, outstanding: 8 },
    rows: throughputRows({ burst, '8 outstanding': stream }, share),
    samples: throughputSamples({ burst, '8 outstanding': stream }),
    bars,
  };
}

async function benchMainThread(page: Page, { rounds, empty: tasks }: PoolScale): Promise<Benched> {
  const found = await poolsEverywhere(
    page,
    { figure: 'main-thread', sizes: [1], rounds, tasks },
    { fine: false },
  );
  const kinds = ['wanted', 'forgotten'] as const;
  const microseconds = (series: readonly Series[], name: string): number =>
    median(valuesOf(series, name, 1)) / 1000;
  const rows = Object.entries(found).flatMap(([where, series]) =>
    namesOf(series.map(({ name }) => name.replace(/: .*/, ''))).map((name): Row => {
      const [wanted, forgotten] = kinds.map((kind) => microseconds(series, `${name}: ${kind}`));
      return { where, by: name, 'wanted µs': digits(wanted!, 3), 'forgotten µs': digits(forgotten!, 3) };
    }),
  );
  const bars = Object.entries(found).map(([where, series]) =>
    judge({
      bar: 'the main thread’s time for an empty task, µs',
      limit: { most: 1 },
      where,
      found: Object.fromEntries(
        kinds.map((kind) => [`result ${kind}`, microseconds(series, `${plain}: ${kind}`)]),
      ),
    }),
  );
  return {
    name: 'bench-multiproc-main-thread',
    parameters: { rounds, tasks },
    rows,
    samples: samplesOf(found, ofWorkers),
    bars,
  };
}

const payloads = [10, 100];
const ofBytes = (bytes: number): string => `${bytes} B`;

async function benchRoundTrip(page: Page, { rounds, trips: tasks }: PoolScale): Promise<Benched> {
  const request = { figure: 'round-trip', sizes: payloads, rounds, tasks };
  const found = await poolsEverywhere(page, request, { fine: true });
  const ratio = (series: readonly Series[], name: string, bytes: number): number =>
    median(valuesOf(series, name, bytes)) / median(valuesOf(series, 'bare postMessage', bytes));
  const rows = Object.entries(found).flatMap(([where, series]) =>
    namesOf(series.map(({ name }) => name)).map((name) => {
      const row: Record<string, string | number> = { where, by: name };
      for (const bytes of payloads) {
        const values = valuesOf(series, name, bytes);
        row[`${ofBytes(bytes)}, median µs`] = digits(median(values), 3);
        row[`${ofBytes(bytes)}, p95 µs`] = digits(quantile(values, 0.95), 3);
        row[`${ofBytes(bytes)}, × bare`] = digits(ratio(series, name, bytes), 3);
      }
      return row;
    }),
  );
  const bars = Object.entries(found).map(([where, series]) =>
    judge({
      bar: 'round trip, median, × bare postMessage',
      limit: { most: 1.2 },
      where,
      found: Object.fromEntries(payloads.map((bytes) => [ofBytes(bytes), ratio(series, plain, bytes)])),
    }),
  );
  return {
    name: 'bench-multiproc-round-trip',
    parameters: { rounds, trips: tasks },
    rows,
    samples: samplesOf(found, ofBytes),
    bars,
  };
}

async function benchUrgent(page: Page, { rounds: most, queued: tasks }: PoolScale): Promise<Benched> {
  const rounds = Math.ceil(most / 2);
  const found = await poolsEverywhere(
    page,
    { figure: 'urgent', sizes: workers, rounds, tasks },
    { fine: true },
  );
  const rows = Object.entries(found).flatMap(([where, series]) =>
    namesOf(series.map(({ name }) => name)).map((name) => {
      const row: Record<string, string | number> = { where, by: name };
      for (const size of workers) {
        const values = valuesOf(series, name, size);
        row[`${ofWorkers(size)}, median ms`] = digits(median(values), 3);
        row[`${ofWorkers(size)}, worst ms`] = digits(quantile(values, 1), 3);
      }
      return row;
    }),
  );
  return {
    name: 'bench-multiproc-urgent',
    parameters: { rounds, queued: tasks },
    rows,
    samples: samplesOf(found, ofWorkers),
    bars: [],
  };
}

/** The fastest of those that one can install. */
function bestPeer(series: readonly Series[], size: number): Series {
  const peers = series.filter((one) => one.size === size && !byHand.test(one.name));
  return peers.toSorted((one, other) => median(one.values) - median(other.values))[0]!;
}

/** A row for each engine and name, with a column for each way of submitting and number of workers. */
function throughputRows(
  ways: Readonly<Record<string, ByEngine>>,
  figureOf: (values: readonly number[], workers: number) => number,
): Row[] {
  const [first] = Object.values(ways);
  return Object.entries(first!).flatMap(([where, series]) =>
    namesOf(series.map(({ name }) => name)).map((name) => {
      const row: Record<string, string | number> = { where, by: name };
      let widest = 0;
      for (const [way, found] of Object.entries(ways)) {
        for (const size of workers) {
          const values = valuesOf(found[where]!, name, size);
          row[`${way}, ${ofWorkers(size)}`] = digits(figureOf(values, size), 3);
          widest = Math.max(widest, spread(values));
        }
      }
      row['spread'] = `±${digits(widest * 100, 2)} %`;
      return row;
    }),
  );
}

function throughputSamples(ways: Readonly<Record<string, ByEngine>>): NonNullable<Benched['samples']> {
  const named = Object.entries(ways).map(([way, found]) =>
    samplesOf(found, (size) => `${way}, ${ofWorkers(size)}`),
  );
  return Object.assign({}, ...named) as NonNullable<Benched['samples']>;
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names)];
}
