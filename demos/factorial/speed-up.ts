import type { Run } from './report.ts';

/** What some number of workers came to. */
export interface SpeedUp {
  readonly workers: number;
  /** Median of its runs. */
  readonly ms: number;
  /** How many times as fast as the page alone. */
  readonly times: number;
  /** Workers that were killed in its runs. */
  readonly killed: number;
}

/** By number of workers, fewest first; `times` is NaN before the page has done it alone. */
export function speedUps(runs: readonly Run[]): SpeedUp[] {
  const counts = new Set(runs.map(({ workers }) => workers).filter((workers) => workers !== 'alone'));
  return [...counts]
    .toSorted((one, other) => one - other)
    .map((workers) => {
      const ms = msOf(runs, workers);
      const killed = runs.reduce((sum, run) => sum + (run.workers === workers ? run.killed : 0), 0);
      return { workers, ms, times: msOf(runs, 'alone') / ms, killed };
    });
}

/** Median of the runs with so many workers, in ms; NaN where there is none. */
export function msOf(runs: readonly Run[], workers: Run['workers']): number {
  const sorted = runs
    .filter((run) => run.workers === workers)
    .map(({ ms }) => ms)
    .toSorted((one, other) => one - other);
  const last = sorted.length - 1;
  return ((sorted[Math.floor(last / 2)] ?? NaN) + (sorted[Math.ceil(last / 2)] ?? NaN)) / 2;
}

/** How many times as fast so many workers are at best. */
export function idealOf(workers: number, cores: number): number {
  return Math.max(1, Math.min(workers, cores));
}
