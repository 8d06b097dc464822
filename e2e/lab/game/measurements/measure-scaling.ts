import { availableParallelism } from 'node:os';
import type {
  PoolRunOptions,
  MeasuredThread,
  PredictPoolOptions,
  ThreadCosts,
  ThreadRun,
} from '../../../../demos/tandem-tools/measure/pool-report.ts';
import { ModulesInNode } from '../../../tools/node/modules-in-node.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { digits, median, quantile, round } from '../../../tools/statistics/statistics.ts';
import { deviations } from '../figures/figures.ts';

export interface ScalingPlan {
  readonly enemies: number;
  /** Numbers of threads for measurements and predictions. */
  readonly workers: readonly number[];
  /** Further numbers of threads, only for predictions. */
  readonly predicted: readonly number[];
  readonly seconds: number;
  /** Simulated seconds of each prediction. */
  readonly predictedSeconds: number;
  /** Seconds at the start and at the end of each run that do not count. */
  readonly margin: number;
  readonly rounds: number;
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

/** Shares of the enemies with which one thread is measured. All predictions follow from these runs. */
const singleThreadShares = [0.06, 0.3, 1] as const;
const seed = 1;
const worker = 'measured-region.worker';

const modules = new ModulesInNode('e2e-scaling', [
  'demos/tandem-tools/measure/pool-run.ts',
  'demos/tandem-tools/measure/predict-pool.ts',
  'demos/tandem-tools/measure/measured-region.worker.ts',
]);

/**
 * Plays the scenario `tunnel` of Tandem in increasing numbers of Node threads, and predicts their
 * updates from runs of one thread.
 */
export async function measureScaling(plan: ScalingPlan): Promise<Findings> {
  const { enemies, margin, predicted, predictedSeconds, rounds, seconds, log, workers } = plan;
  const cores = availableParallelism();
  const play = (count: number, part = 1): Promise<ThreadRun[]> => {
    const options = { enemies: Math.round(enemies * part), seed, workers: count, isBalanced: true };
    return inNode<ThreadRun[]>('pool-run', 'runPool', {
      ...options,
      seconds,
      margin,
    } satisfies PoolRunOptions);
  };
  const runs = new Map<number, ThreadRun[][]>(workers.map((count) => [count, []]));
  const alone: ThreadRun[][] = singleThreadShares.map(() => []);
  for (let turn = 1; turn <= rounds; turn++) {
    for (const [i, part] of singleThreadShares.entries()) {
      log(`one thread, ${part} of the enemies, ${turn} of ${rounds}`);
      alone[i]!.push(...(await play(1, part)));
    }
    for (const count of workers) {
      log(`threads: ${count}, ${turn} of ${rounds}`);
      runs.get(count)!.push(await play(count));
    }
  }
  const measured = singleThreadShares.map((part, i) => medianThread(Math.round(enemies * part), alone[i]!));
  const costs = await inNode<ThreadCosts>('predict-pool', 'fitThreadCosts', measured);
  // Predictions run on simulated time, so running them in parallel does not distort them.
  const predictions = await Promise.all(
    [...workers, ...predicted].map(async (count) => {
      const updates = await inNode<number>('predict-pool', 'predictPool', {
        enemies,
        seed,
        costs,
        seconds: predictedSeconds,
        workers: count,
        cores: runs.has(count) ? cores : count,
      } satisfies PredictPoolOptions);
      return { count, updates };
    }),
  );
  const one = predictions.find(({ count }) => count === 1)?.updates ?? NaN;
  const rows = predictions.map(({ count, updates }) => rowOf(count, runs.get(count) ?? [], updates, one));
  const microseconds: [string, number][] = Object.entries(costs).map(([name, cost]) => [
    name,
    digits(1000 * Number(cost), 3),
  ]);
  return {
    name: 'tandem-scaling',
    parameters: {
      enemies,
      seconds,
      margin,
      rounds,
      cores,
      'costs in µs': Object.fromEntries<number>(microseconds),
    },
    rows,
    samples: Object.fromEntries(
      [...runs].map(([count, same]) => [
        `${count} threads`,
        same.map((threads) =>
          threads.map(({ busy, steps, updates }) => [updates, busy, steps].map((value) => round(value, 1))),
        ),
      ]),
    ),
  };
}

function inNode<Answer>(module: string, name: string, input: unknown): Promise<Answer> {
  return modules.call({ module, name, worker }, [input]);
}

function medianThread(enemies: number, runs: readonly ThreadRun[]): MeasuredThread {
  const of = (name: 'steps' | 'updates' | 'busy'): number => median(runs.map((run) => run[name]));
  return { enemies, steps: of('steps'), updates: of('updates'), busy: of('busy') };
}

function rowOf(workers: number, runs: readonly ThreadRun[][], predicted: number, one: number): Row {
  const totals = runs.map((threads) => threads.reduce((sum, { updates }) => sum + updates, 0));
  const jitter = runs.flatMap((threads) => threads.flatMap(({ windows }) => deviations(windows)));
  const found = median(totals);
  const isMeasured = runs.length > 0;
  return {
    threads: workers,
    'updates/s': isMeasured ? digits(found, 4) : null,
    'predicted updates/s': digits(predicted, 4),
    'error %': isMeasured ? round(100 * (predicted / found - 1), 1) : null,
    '× one, predicted': round(predicted / one, 2),
    'jitter median': isMeasured ? round(quantile(jitter, 0.5), 3) : null,
    'jitter p95': isMeasured ? round(quantile(jitter, 0.95), 3) : null,
  };
}
