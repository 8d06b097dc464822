import { availableParallelism } from 'node:os';
import type { MeasuredRun } from '@doha/multiproc/virtual';
import type { Findings, Row } from '../../tools/results/results.ts';
import { digits, median, quantile, round } from '../../tools/statistics/statistics.ts';
import type { Plan, Run } from './programs/measure-runs.ts';
import type { SingleWorkerRuns, Predictions, RequestedBurst } from './programs/predict-runs.ts';
import { measureInNode, predictInNode } from './run-in-node.ts';

/**
 * Minimum number of tasks per worker in predictions for `poolSizes`. With fewer, the start and the
 * end of a burst would count more in large pools.
 */
const tasksPerWorker = 400;

/**
 * Measures bursts of tasks in Node. From the runs with one worker it predicts two things: the measured
 * bursts, on the cores of this machine, and bursts in pools of `poolSizes` workers, on one core per
 * thread.
 */
export async function measureSimulator(plan: Plan, poolSizes: readonly number[]): Promise<Findings[]> {
  const cores = availableParallelism();
  const runs = await measureInNode(plan);
  const checked = seriesOf(runs.filter(({ use }) => use === 'check'));
  const checks = checked.map(([{ cost, tasks, workers }]) => ({ cost, tasks, workers, cores }));
  const scaled = plan.costs.flatMap((cost) =>
    poolSizes.map((workers) => ({
      cost,
      workers,
      tasks: Math.max(plan.maxTasks, tasksPerWorker * workers),
    })),
  );
  const predicted = await predictInNode(singleWorkerRuns(runs), [...checks, ...scaled]);
  const { costs, taskCosts } = predicted;
  const parameters = { ...plan, cores, costs: rounded(costs), 'task costs': rounded(taskCosts) };
  return [
    { name: 'simulator', parameters, rows: checkRows(checked, predicted), samples: samplesOf(runs) },
    {
      name: 'simulator-scaling',
      parameters,
      rows: scalingRows(scaled, predicted.bursts.slice(checks.length)),
    },
    { name: 'simulator-slow-worker', parameters, rows: frameRows(predicted) },
  ];
}

type Series = readonly [Run, ...Run[]];

function seriesOf(runs: readonly Run[]): Series[] {
  const series = new Map<string, [Run, ...Run[]]>();
  for (const run of runs) {
    const others = series.get(nameOf(run));
    if (others === undefined) series.set(nameOf(run), [run]);
    else others.push(run);
  }
  return [...series.values()];
}

function nameOf({ cost, use, window, workers }: Run): string {
  return `${use}: ${cost} ms, workers ${workers}, window ${window}`;
}

/** Returns the median runs of a single worker. */
function singleWorkerRuns(runs: readonly Run[]): SingleWorkerRuns {
  const of = (use: Run['use']): Series[] => seriesOf(runs.filter((run) => run.use === use));
  const withResults = of('withResults');
  return {
    empty: {
      withoutResults: of('withoutResults').map(medianRun),
      withResults: withResults.filter(([{ cost }]) => cost === 0).map(medianRun),
    },
    working: withResults
      .filter(([{ cost }]) => cost > 0)
      .map((same) => ({ cost: same[0].cost, run: medianRun(same) })),
  };
}

function medianRun(runs: Series): MeasuredRun {
  const of = (quantity: (run: Run) => number): number => median(runs.map(quantity));
  return {
    tasks: runs[0].tasks,
    submitting: of(({ submitting }) => submitting),
    elapsed: of(({ elapsed }) => elapsed),
    busy: { main: of(({ busy }) => busy.main), worker: of(({ busy }) => busy.worker) },
    messages: of(({ messages }) => messages),
  };
}

function checkRows(series: readonly Series[], { bursts }: Predictions): Row[] {
  return series.map((runs, i) => {
    const measured = runs.map(({ elapsed, tasks }) => (1000 * tasks) / elapsed);
    const predicted = bursts[i]!.tasksPerSecond;
    return {
      'task ms': runs[0].cost,
      workers: runs[0].workers,
      'predicted tasks/s': digits(predicted, 4),
      'measured tasks/s': digits(median(measured), 4),
      'error %': round(100 * (predicted / median(measured) - 1), 1),
      'quartiles of the measured': `${digits(quantile(measured, 0.25), 4)} to ${digits(quantile(measured, 0.75), 4)}`,
    };
  });
}

function scalingRows(requested: readonly RequestedBurst[], bursts: Predictions['bursts']): Row[] {
  return requested.map(({ cost, workers }, i) => {
    const alone = bursts[requested.findIndex((one) => one.cost === cost && one.workers === 1)]!;
    const { mainLoad, tasksPerSecond } = bursts[i]!;
    return {
      'task ms': cost,
      workers,
      'tasks/s': digits(tasksPerSecond, 4),
      '× one worker': round(tasksPerSecond / alone.tasksPerSecond, 2),
      'load of the main thread %': round(100 * mainLoad, 1),
    };
  });
}

/**
 * Table 1 of the paper: ms by the share of tasks with a unique color, with four workers, one
 * of which gets a quarter of its CPU time. Round robin took about 500 ms with these workers, and
 * 309 ms with four unlimited ones.
 */
const paper: Readonly<Record<number, number>> = { 0: 501, 0.25: 393, 0.5: 342, 0.75: 320, 1: 310 };

function frameRows({ frames }: Predictions): Row[] {
  return frames.map(({ limited, limitedRoundRobin, ownColors, whole, wholeRoundRobin }) => ({
    'tasks with a color of their own %': 100 * ownColors,
    'paper ms': paper[ownColors]!,
    'predicted ms': round(limited, 0),
    '× whole': round(limited / whole, 2),
    'round robin ms': round(limitedRoundRobin, 0),
    'whole ms': round(whole, 0),
    'whole, round robin ms': round(wholeRoundRobin, 0),
  }));
}

function samplesOf(runs: readonly Run[]): Findings['samples'] & object {
  return Object.fromEntries(
    seriesOf(runs).map((same) => [
      nameOf(same[0]),
      same.map(({ busy, elapsed, messages, submitting, tasks }) => ({
        tasks,
        messages,
        ...(rounded({ elapsed, submitting, busy }) as object),
      })),
    ]),
  );
}

/** Returns a copy whose numbers are rounded to four digits. */
function rounded(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? digits(part, 4) : part)),
  );
}
