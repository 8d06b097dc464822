import { random, shuffled } from '../../../tools/pages/random.ts';
import { eightClosures, takeTally, type Tally } from './eight-closures.ts';

/** One filling of a queue: task `i` is submitted with `priorities[i]`. */
export interface Filling {
  readonly priorities: Float64Array;
  /** The closures in the order in which they are to be called: highest priority first. */
  readonly inOrder: readonly (() => void)[];
  /** The tasks in an order to cancel them in. */
  readonly shuffled: Int32Array;
}

/** What all contestants get to do in a round, the same for each. */
export interface Workload {
  /** Tasks of a filling. */
  readonly pending: number;
  /** What task `i` does. */
  readonly closures: readonly (() => void)[];
  readonly fillings: readonly Filling[];
  /** Tasks of a round: all fillings, as often as it takes. */
  readonly tasks: number;
  readonly passes: number;
  /** What the closures must have counted after a round. */
  readonly expected: Tally;
}

/** Fillings differ, so that no branch predictor learns a queue by heart. */
const differentTasks = 8000;

/** Makes rounds of at least `leastTasks` tasks, `pending` at a time. */
export function makeWorkload(pending: number, leastTasks: number): Workload {
  const chance = random(pending);
  const closures = Array.from({ length: pending }, () => eightClosures[Math.floor(chance() * 8)]!);
  const count = Math.max(2, Math.ceil(Math.min(differentTasks, leastTasks) / pending));
  const fillings = Array.from({ length: count }, () => makeFilling(closures, chance));
  const passes = Math.max(1, Math.round(leastTasks / (pending * count)));
  const workload = { pending, closures, fillings, passes, tasks: pending * count * passes };
  return { ...workload, expected: rehearse(workload) };
}

function makeFilling(closures: readonly (() => void)[], chance: () => number): Filling {
  // More digits than one number has: equal priorities would show which queues are not first in, first out.
  const priorities = Float64Array.from(closures, () => chance() + chance() / 2 ** 32);
  const order = closures.map((_, task) => task).toSorted((a, b) => priorities[b]! - priorities[a]! || a - b);
  return {
    priorities,
    inOrder: order.map((task) => closures[task]!),
    shuffled: shuffled(closures.length, chance),
  };
}

function rehearse({ fillings, passes }: Pick<Workload, 'fillings' | 'passes'>): Tally {
  takeTally();
  for (let pass = 0; pass < passes; pass++) {
    for (const { inOrder } of fillings) for (const closure of inOrder) closure();
  }
  return takeTally();
}
