import type { MeasuredRun } from '@doha/multiproc/virtual';
import { type NodeWorker, MeasuredPool, type PoolSize } from './measured-pool.ts';

/** The points of a measurement, and the work at each point. A point is a combination of pool size, cost per task, and the use of its runs. */
export interface Plan {
  /** Number of measurements per point. The points alternate. */
  readonly rounds: number;
  /** Approximate work of each worker per burst in ms. It limits the number of tasks. */
  readonly burstWork: number;
  /** Maximum number of tasks per burst. */
  readonly maxTasks: number;
  /** Work per task in ms. 0 is an empty task. */
  readonly costs: readonly number[];
  /** Window sizes in the runs with one worker, from which the costs of messages are computed. */
  readonly windows: readonly (number | 'auto')[];
  /** Numbers of workers in the measurements that check the predictions. */
  readonly workers: readonly number[];
}

/** The measurement of a burst at a point. */
export interface Run extends MeasuredRun, Point {}

interface Point extends PoolSize {
  /**
   * `withoutResults`, `withResults`: runs with one worker, from which the predictions follow.
   * `check`: runs that are compared with the predictions.
   */
  readonly use: 'withoutResults' | 'withResults' | 'check';
  /** Approximate work per task in ms. */
  readonly cost: number;
}

/**
 * Measures all points of a plan, which alternate. Each round begins with another point. The first round is a warm-up. Each burst runs twice, and only
 * the second run is measured. So the garbage that is collected during the measured run comes from a burst of the same kind.
 */
export async function measureRuns(plan: Plan, spawn: () => NodeWorker): Promise<Run[]> {
  const points = pointsOf(plan);
  const pools = await startPools(points, spawn);
  const speed = await pools.get(nameOf(points[0]!))!.speed();
  const runs: Run[] = [];
  for (let round = 0; round <= plan.rounds; round++) {
    for (let turn = 0; turn < points.length; turn++) {
      const point = points[(turn + round) % points.length]!;
      const pool = pools.get(nameOf(point))!;
      const burst = {
        tasks: tasksOf(point, plan),
        steps: Math.round(point.cost * speed),
        awaitsAll: point.use !== 'withoutResults',
      };
      await pool.run(burst);
      const run = await pool.run(burst);
      if (round > 0) runs.push({ ...point, ...run });
    }
  }
  for (const pool of pools.values()) pool.dispose();
  return runs;
}

function pointsOf({ costs, windows, workers }: Plan): Point[] {
  return [
    ...windows.map((window) => ({ use: 'withoutResults', workers: 1, window, cost: 0 }) as const),
    ...costs.map((cost) => ({ use: 'withResults', workers: 1, window: 'auto', cost }) as const),
    ...costs.flatMap((cost) =>
      workers.map((count) => ({ use: 'check', workers: count, window: 'auto', cost }) as const),
    ),
  ];
}

async function startPools(
  points: readonly Point[],
  spawn: () => NodeWorker,
): Promise<Map<string, MeasuredPool>> {
  const pools = new Map<string, MeasuredPool>();
  for (const point of points) {
    const name = nameOf(point);
    if (!pools.has(name)) pools.set(name, await MeasuredPool.start(spawn, point));
  }
  return pools;
}

function nameOf({ window, workers }: PoolSize): string {
  return `${workers} ${window}`;
}

function tasksOf({ cost, workers }: Point, { burstWork, maxTasks }: Plan): number {
  return Math.ceil(Math.min(maxTasks, (burstWork * workers) / cost));
}
