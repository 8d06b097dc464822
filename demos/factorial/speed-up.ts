import { type Spread, spreadOf } from '../lib/spread.ts';
import type { Run } from './report.ts';

/** The repeated runs with one number of workers. */
export interface SpeedUp {
  /** The number of workers. `alone`: the page without DOHA. */
  readonly workers: Run['workers'];
  /** The number of workers that were killed in these runs. Runs in which workers were killed form a group of their own. */
  readonly killed: number;
  /** Durations in ms. */
  readonly ms: Spread;
  /** The speed relative to one worker. Each run is compared with the run of the same round. Undefined without undisturbed runs of one worker. */
  readonly factor: Spread | undefined;
}

/** The runs grouped by their number of workers, in ascending order; the page alone comes first. */
export function speedUps(runs: readonly Run[]): SpeedUp[] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const key = `${run.workers} ${run.killed > 0}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()]
    .map((group) => speedUpOf(group, runs))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
}

/** The maximum speed relative to one worker. */
export function idealOf(workers: number, cores: number): number {
  return Math.max(1, Math.min(workers, cores));
}

function speedUpOf(group: readonly Run[], runs: readonly Run[]): SpeedUp {
  const killed = group.reduce((sum, run) => sum + run.killed, 0);
  const factors = group.flatMap((run) => {
    const reference = runs.find((one) => isUndisturbedOne(one) && one.round === run.round);
    return reference === undefined ? [] : [reference.ms / run.ms];
  });
  return {
    workers: group[0]!.workers,
    killed,
    ms: spreadOf(group.map(({ ms }) => ms))!,
    factor: spreadOf(factors),
  };
}

function isUndisturbedOne({ killed, workers }: Run): boolean {
  return workers === 1 && killed === 0;
}

function orderOf({ killed, workers }: SpeedUp): number {
  return workers === 'alone' ? -1 : workers + (killed > 0 ? 0.5 : 0);
}
