import type { Run } from './report.ts';

/** The speed-up of one number of workers. */
export interface SpeedUp {
  readonly workers: number;
  /** The median duration of its runs in ms. */
  readonly ms: number;
  /** The speed-up over the page alone. */
  readonly factor: number;
  /** The number of workers that were killed in its runs. */
  readonly killed: number;
}

/**
 * The speed-ups of all measured numbers of workers, in ascending order. `factor` is NaN until there
 * is a run of the page alone.
 */
export function speedUps(runs: readonly Run[]): SpeedUp[] {
  const counts = new Set(runs.map(({ workers }) => workers).filter((workers) => workers !== 'alone'));
  return [...counts]
    .toSorted((one, other) => one - other)
    .map((workers) => {
      const ms = msOf(runs, workers);
      const killed = runs.reduce((sum, run) => sum + (run.workers === workers ? run.killed : 0), 0);
      return { workers, ms, factor: msOf(runs, 'alone') / ms, killed };
    });
}

/** The median duration in ms of the runs with this number of workers; NaN without runs. */
export function msOf(runs: readonly Run[], workers: Run['workers']): number {
  const sorted = runs
    .filter((run) => run.workers === workers)
    .map(({ ms }) => ms)
    .toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  return ((sorted[Math.floor(last / 2)] ?? NaN) + (sorted[Math.ceil(last / 2)] ?? NaN)) / 2;
}

/** The maximum speed-up of this number of workers. */
export function idealOf(workers: number, cores: number): number {
  return Math.max(1, Math.min(workers, cores));
}
