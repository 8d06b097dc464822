import type { MultiProcOptions, RemoteTask } from '@doha/multiproc';
import type { SharedPool } from '@doha/multiproc/shared';
import type { Samples } from '../samples.worker.ts';

/** A check that must pass with every backend and on every platform. */
export interface Check {
  readonly name: string;
  /** True for a check whose workers must be separate threads. */
  readonly needsWorkers?: boolean;
  readonly run: (given: Given) => Promise<void>;
}

/** The environment of a check. */
export interface Given {
  /** Starts a pool with the workers of the platform. `options` override the defaults. The pool is disposed after the check. */
  readonly start: (options?: MultiProcOptions<Samples>) => Promise<SharedPool<Samples>>;
  /** The errors that `onError` received. */
  readonly reportedErrors: unknown[];
}

/** True if memory can be shared, as always in Node. */
export const { crossOriginIsolated: isolated = true } = globalThis as { crossOriginIsolated?: boolean };

/** The error of a failed task. */
export async function failureOf(task: RemoteTask): Promise<Error> {
  return reasonOf(task.result);
}

export async function reasonOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('the promise must reject');
}

/** Waits until the condition is true, for at most one minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await holds()); turn++) {
    if (turn > 6_000) throw new Error('the condition must become true within a minute');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
