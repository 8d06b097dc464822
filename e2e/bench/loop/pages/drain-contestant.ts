import type { Contestant } from '../../pages/contest.ts';
import { takeTally, type Tally } from './eight-closures.ts';
import type { Filling, Workload } from './workload.ts';

/** Fills a queue or a loop and lets it run empty. */
export type Drain = (filling: Filling) => void;

/** A contestant that drains every filling; its calls must have come in exactly the right order. */
export function drainContestant(name: string, workload: Workload, drain: Drain): Contestant {
  const { fillings, passes, tasks, expected } = workload;
  return {
    name,
    tasks,
    round() {
      takeTally();
      const start = performance.now();
      for (let pass = 0; pass < passes; pass++) for (const filling of fillings) drain(filling);
      const time = performance.now() - start;
      checkTally(name, takeTally(), expected);
      return time;
    },
  };
}

/**
 * @throws Error where not every task was run once, or, unless `order` is `any`, not in the order of priority.
 */
export function checkTally(
  name: string,
  found: Tally,
  expected: Tally,
  order: 'exact' | 'any' = 'exact',
): void {
  if (found.sum !== expected.sum) throw new Error(`${name}: every task must run once`);
  if (order === 'exact' && found.order !== expected.order) {
    throw new Error(`${name}: tasks must run in order of priority`);
  }
}
