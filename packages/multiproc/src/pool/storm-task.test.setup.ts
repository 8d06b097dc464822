import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { RemoteTask, SubmitOptions } from '../task/remote-task.ts';
import { WorkerLostError } from './worker-lost-error.ts';
import type { VirtualWorker } from './virtual-worker.test.setup.ts';
import type { PoolStorm } from './pool-storm.test.setup.ts';

/** The program of a task. */
export interface Plan {
  readonly kind: 'work' | 'steps' | 'later' | 'nest' | 'fail' | 'crash';
  readonly cost: number;
  readonly steps: number;
  readonly delay: number;
  readonly awaits: boolean;
  readonly children: readonly Plan[];
  readonly options: SubmitOptions;
}

/** One execution of a task. */
export interface Execution {
  readonly worker: VirtualWorker;
  readonly begin: number;
  end: number;
}

/** A task and its outcome. */
export interface StormTask {
  readonly plan: Plan;
  readonly executions: Execution[];
  /** Undefined if a worker submits the task. */
  task: RemoteTask | undefined;
  isCall: boolean;
  /** Number of reports of its failure to `onError`. */
  reports: number;
}

function isDisposal(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith('the pool is disposed; start a new one');
}

/** Checks the outcome of a task, its executions and the reports of its failure. */
export async function checkTask(
  { executions, isCall, plan, task, reports }: StormTask,
  { lastReported, sharesMemory }: PoolStorm,
): Promise<void> {
  const { retries = 0 } = plan.options;
  ok(executions.length <= 1 + retries, `ran ${executions.length} times`);
  if (task === undefined) return;
  ok(task.hasEnded);
  const { isObserved, status } = task;
  const error: unknown =
    status === 'failed' ? await task.result.catch((reason: unknown) => reason) : undefined;
  const isLost = error instanceof WorkerLostError;
  // If a report led to the disposal of the pool, other tasks that were lost with the same worker
  // are not reported.
  const mayBeUnreported = lastReported.has(error) || (isLost && lastReported.size > 0);
  if (isLost && isDisposal(error.cause)) strictEqual(reports, 0, 'a failure by dispose is reported');
  else if (status === 'failed' && !isDisposal(error) && !(reports === 0 && mayBeUnreported)) {
    strictEqual(reports, isObserved ? 0 : 1, 'number of reports of a failure');
  }
  if (status === 'done') ok(executions.length > 0, 'done without having begun');
  if (status === 'expired') ok(plan.options.expiresIn !== undefined);
  if (error instanceof WorkerLostError && !isCall && sharesMemory) {
    strictEqual(executions.length, 1 + retries, 'a task failed although it could run again');
  }
}

/**
 * Checks that executions of one color never overlap, and that tasks without retries begin in the
 * order of their submission.
 */
export function checkColors(subjects: readonly StormTask[]): void {
  for (const color of [0, 1, 2]) {
    const colored = subjects.filter(({ plan }) => plan.options.color === color);
    const all = colored.flatMap(executionsOf);
    let free = 0;
    for (const { begin, end, worker } of all.toSorted(
      (one, other) => one.begin - other.begin || one.end - other.end,
    )) {
      ok(begin >= free - 1e-6, `color ${color} runs at ${begin} although another task of it ends at ${free}`);
      free = Math.min(end, worker.endedAt);
    }
    const once = colored.filter(({ plan, task }) => task !== undefined && plan.options.retries === undefined);
    const begins = once.flatMap(executionsOf).map(({ begin }) => begin);
    deepStrictEqual(
      begins,
      begins.toSorted((one, other) => one - other),
      `order of color ${color}`,
    );
  }
}

// The simulator calls all functions of a turn one after another, and gives each a simulated time
// after the end of the one before. If the thread was ended before such a time, the function counts as not called.
function executionsOf({ executions }: StormTask): Execution[] {
  return executions.filter(({ begin, worker }) => begin < worker.endedAt);
}
