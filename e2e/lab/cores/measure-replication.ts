import type { Findings, Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, mean, median, round } from '../../tools/statistics/statistics.ts';
import type { ReplicationRun, Variant } from './pages/replication.ts';
import type { TornReport } from './pages/torn.ts';
import { type Environment, environments, runEverywhere, runAt, type Stage } from './run-everywhere.ts';

export interface ReplicationOptions {
  /** Numbers of things: rows that a worker sends to the main thread. */
  readonly things: readonly number[];
  readonly seconds: number;
  /** Seconds before each measurement. */
  readonly warmUp: number;
  /** Number of measurements per variant. The variants alternate. */
  readonly rounds: number;
}

/**
 * Work of the main thread per frame, in ms: the median over the rounds of the mean of each round.
 */
interface Cost {
  readonly environment: Environment;
  readonly things: number;
  readonly variant: Variant;
  /** Time in the script that reads the results. */
  readonly script: number;
  /** Time of the whole thread, minus the time of a frame without replication. */
  readonly whole: number;
}

/** Measures the work of the main thread to receive the results of a worker 60 times per second. */
export async function measureReplication(stage: Stage, options: ReplicationOptions): Promise<Findings> {
  const costs: Cost[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const things of options.things) {
    for (const environment of environments) {
      const { rounds, seconds, warmUp: warmup } = options;
      const runs = await runAt<ReplicationRun[]>(stage, environment, {
        study: 'replication',
        things,
        rounds,
        seconds,
        warmup,
      });
      costs.push(...costsOf(environment, things, runs));
      for (const { variant, script, busy } of runs) {
        const name = `${environment}, ${things} things, ${variant}`;
        samples[`${name}, script ms by frame`] = [
          ...(samples[`${name}, script ms by frame`] ?? []),
          ...script.map((time) => round(time, 3)),
        ];
        samples[`${name}, thread ms per frame by round`] = [
          ...(samples[`${name}, thread ms per frame by round`] ?? []),
          round(busy / script.length, 4),
        ];
      }
    }
  }
  return {
    name: 'measure-replication',
    parameters: { ...options },
    rows: costs.map(rowOf),
    samples,
  };
}

/** Compares the costs with the bars of replication. */
export function replicationBars({ rows }: Findings): Row[] {
  // For a cheap variant, `whole` is the difference of two times that vary by more than this
  // difference, so it may be too small. But the cost is at least the time in script.
  const costOf = (environment: Environment, things: number, variant: Variant): number => {
    const found = rows.find(
      (row) => row['environment'] === environment && row['things'] === things && row['variant'] === variant,
    )!;
    return Math.max(Number(found[wholeColumn]), Number(found[scriptColumn]));
  };
  return environments.flatMap((environment) => {
    // An array of 1,000 things costs too little: a fiftieth of its cost could not be measured.
    const sizes = [...new Set(rows.map((row) => Number(row['things'])))].filter((things) => things >= 10_000);
    const limit = { most: environment === 'Chromium, not isolated' ? 0.1 : 0.05 };
    const times = (things: number): [string, number] => [
      `${things} things`,
      costOf(environment, things, 'array of objects') / costOf(environment, things, 'replica, newest'),
    ];
    return [
      judge({
        bar: 'main thread, ms per frame, 10,000 things',
        limit,
        environment,
        found: { 'replica, newest': costOf(environment, 10_000, 'replica, newest') },
      }),
      judge({
        bar: 'array of objects, × replica',
        limit: { least: 50 },
        environment,
        found: Object.fromEntries(sizes.map(times)),
      }),
    ];
  });
}

/** Counts torn rows in all environments. */
export async function measureTorn(
  stage: Stage,
  options: { readonly seconds: number; readonly most: number },
): Promise<Findings> {
  const found = await runEverywhere<TornReport>(stage, { study: 'torn', ...options });
  const rows = found.map(({ environment, report: { most, read, rows: checked, torn, written } }) => ({
    environment,
    'snapshots written': written,
    'snapshots read': read,
    'most rows': most,
    'rows checked, twice each': checked,
    'torn rows': torn,
  }));
  return { name: 'measure-torn', parameters: options, rows };
}

const wholeColumn = 'whole thread, ms per frame';
const scriptColumn = 'script, ms per frame';

function costsOf(environment: Environment, things: number, runs: readonly ReplicationRun[]): Cost[] {
  const perFrame = ({ busy, script }: ReplicationRun): number => busy / script.length;
  const baselines = runs.filter(({ variant }) => variant === 'nothing').map(perFrame);
  return [...new Set(runs.map(({ variant }) => variant))].map((variant) => {
    const rounds = runs.filter((one) => one.variant === variant);
    const above = rounds.map((one, i) => perFrame(one) - (variant === 'nothing' ? 0 : baselines[i]!));
    const script = median(rounds.map((one) => mean(one.script)));
    return { environment, things, variant, script, whole: median(above) };
  });
}

function rowOf({ environment, script, things, variant, whole }: Cost): Row {
  return {
    environment,
    things,
    variant,
    // In Node the time in script is unknown for messages, because Node deserializes them before it
    // calls the handler.
    [scriptColumn]:
      variant === 'nothing' || (environment === 'Node' && !variant.startsWith('replica'))
        ? null
        : digits(script, 3),
    [wholeColumn]: digits(whole, 3),
  };
}
