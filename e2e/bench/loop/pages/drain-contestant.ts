import type { Contestant } from '../../pages/contest.ts';
import { takeCounts, type Counts } from './eight-closures.ts';
import type { Filling, Workload } from './workload.ts';

/** Fills a queue or a loop and runs it until it is empty. */
export type Drain = (filling: Filling) => void;

/** A contestant that drains every filling. It must call the tasks exactly in the order of their priorities. */
export function drainContestant(name: string, workload: Workload, drain: Drain): Contestant {
  const { fillings, passes, tasks, expected } = workload;
  return {
    name,
    tasks,
    round() {
      takeCounts();
      const start = performance.now();
      for (let pass = 0; pass < passes; pass++) for (const filling of fillings) drain(filling);
      const time = performance.now() - start;
      checkCounts(name, takeCounts(), expected);
      return time;
    },
  };
}

/**
 * Checks that each task ran exactly once and, if `order` is `exact`, that tasks ran in order of
 * priority.
 *
 * @throws Error if a check fails.
 */
export function checkCounts(
  name: string,
  found: Counts,
  expected: Counts,
  order: 'exact' | 'any' = 'exact',
): void {
  if (found.sum !== expected.sum) throw new Error(`${name}: every task must run once`);
  if (order === 'exact' && found.order !== expected.order) {
    throw new Error(`${name}: tasks must run in order of priority`);
  }
}
