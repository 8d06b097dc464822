import { random } from '../../../../demos/lib/random.ts';
import { shuffled } from '../../../tools/pages/shuffled.ts';
import { eightClosures, takeCounts, type Counts } from './eight-closures.ts';

/** The tasks that a queue holds at the same time: task `i` is submitted with `priorities[i]`. */
export interface Filling {
  readonly priorities: Float64Array;
  /** The closures in the expected order of calls: highest priority first. */
  readonly inOrder: readonly (() => void)[];
  /** Indices of the tasks in the order of their cancellation. */
  readonly shuffled: Int32Array;
}

/** The work of a round, which is the same for all contestants. */
export interface Workload {
  /** Number of tasks of a filling. */
  readonly pending: number;
  /** The function of task `i`. */
  readonly closures: readonly (() => void)[];
  readonly fillings: readonly Filling[];
  /** Number of tasks of a round: the tasks of all fillings × `passes`. */
  readonly tasks: number;
  /** Number of times that a round uses each filling. */
  readonly passes: number;
  /** Values of the counters after a correct round. */
  readonly expected: Counts;
}

/**
 * Number of tasks in all fillings together. With fewer, a branch predictor could learn their order.
 */
const differentTasks = 8000;

/** Makes rounds of about `tasksPerRound` tasks, or more if two fillings of `pending` tasks have more. */
export function makeWorkload(pending: number, tasksPerRound: number): Workload {
  const nextRandom = random(pending);
  const closures = Array.from({ length: pending }, () => eightClosures[Math.floor(nextRandom() * 8)]!);
  const count = Math.max(2, Math.ceil(Math.min(differentTasks, tasksPerRound) / pending));
  const fillings = Array.from({ length: count }, () => makeFilling(closures, nextRandom));
  const passes = Math.max(1, Math.round(tasksPerRound / (pending * count)));
  const workload = { pending, closures, fillings, passes, tasks: pending * count * passes };
  return { ...workload, expected: expectedCounts(workload) };
}

function makeFilling(closures: readonly (() => void)[], nextRandom: () => number): Filling {
  // Two random numbers are combined, to make equal priorities unlikely: not all contestants are
  // first in, first out among equal priorities.
  const priorities = Float64Array.from(closures, () => nextRandom() + nextRandom() / 2 ** 32);
  const order = closures.map((_, task) => task).toSorted((a, b) => priorities[b]! - priorities[a]! || a - b);
  return {
    priorities,
    inOrder: order.map((task) => closures[task]!),
    shuffled: shuffled(closures.length, nextRandom),
  };
}

function expectedCounts({ fillings, passes }: Pick<Workload, 'fillings' | 'passes'>): Counts {
  takeCounts();
  for (let pass = 0; pass < passes; pass++) {
    for (const { inOrder } of fillings) for (const closure of inOrder) closure();
  }
  return takeCounts();
}
