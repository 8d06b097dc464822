import type { MeasuredRun } from '@doha/multiproc/virtual';
import { type NodeWorker, Team, type TeamSize } from './team.ts';

/** What is to be measured. */
export interface Plan {
  /** How often each point is measured, in turn with the others. */
  readonly rounds: number;
  /** About how long a burst works, in ms, … */
  readonly milliseconds: number;
  /** … and the most tasks that it has. */
  readonly mostTasks: number;
  /** What tasks do, in ms; 0 is nothing. */
  readonly costs: readonly number[];
  /** Windows with which one worker is measured to find what messages cost. */
  readonly windows: readonly (number | 'auto')[];
  /** Numbers of workers with which predictions are checked. */
  readonly workers: readonly number[];
}

/** A burst, and what it was of. */
export interface Run extends MeasuredRun, Point {}

interface Point extends TeamSize {
  /** Predictions are made from `withoutResults` and `withResults`, with one worker, and compared with `check`. */
  readonly use: 'withoutResults' | 'withResults' | 'check';
  /** What a task does, in ms: about so much. */
  readonly cost: number;
}

/**
 * Measures all points of a plan, taking turns: round by round another one begins. The first round warms up and is not kept. Each burst comes
 * twice and counts once: the garbage that it has to collect is that of its own kind.
 */
export async function measureRuns(plan: Plan, spawn: () => NodeWorker): Promise<Run[]> {
  const points = pointsOf(plan);
  const teams = await startTeams(points, spawn);
  const speed = await teams.get(nameOf(points[0]!))!.speed();
  const runs: Run[] = [];
  for (let round = 0; round <= plan.rounds; round++) {
    for (let turn = 0; turn < points.length; turn++) {
      const point = points[(turn + round) % points.length]!;
      const team = teams.get(nameOf(point))!;
      const burst = {
        tasks: tasksOf(point, plan),
        steps: Math.round(point.cost * speed),
        awaitsAll: point.use !== 'withoutResults',
      };
      await team.run(burst);
      const run = await team.run(burst);
      if (round > 0) runs.push({ ...point, ...run });
    }
  }
  for (const team of teams.values()) team.dispose();
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

async function startTeams(points: readonly Point[], spawn: () => NodeWorker): Promise<Map<string, Team>> {
  const teams = new Map<string, Team>();
  for (const point of points) {
    const name = nameOf(point);
    if (!teams.has(name)) teams.set(name, await Team.start(spawn, point));
  }
  return teams;
}

function nameOf({ window, workers }: TeamSize): string {
  return `${workers} ${window}`;
}

function tasksOf({ cost, workers }: Point, { milliseconds, mostTasks }: Plan): number {
  return Math.ceil(Math.min(mostTasks, (milliseconds * workers) / cost));
}
