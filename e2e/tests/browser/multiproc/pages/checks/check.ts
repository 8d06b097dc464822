import type { MultiProcOptions, RemoteTask } from '@doha/multiproc';
import type { SharedPool } from '@doha/multiproc/shared';
import type { Samples } from '../samples.worker.ts';

/** A check that must pass on every backend and every platform. */
export interface Check {
  readonly name: string;
  /** Whether it needs workers that are threads of their own. */
  readonly needsWorkers?: boolean;
  readonly run: (given: Given) => Promise<void>;
}

/** What a check is given. */
export interface Given {
  /** Starts workers, as the platform does, with `options` on top; they are ended after the check. */
  readonly start: (options?: MultiProcOptions<Samples>) => Promise<SharedPool<Samples>>;
  /** What `onError` was told. */
  readonly told: unknown[];
}

/** Whether memory can be shared: in Node always. */
export const { crossOriginIsolated: isolated = true } = globalThis as { crossOriginIsolated?: boolean };

/** Why a task failed. */
export async function failureOf(task: RemoteTask): Promise<Error> {
  return reasonOf(task.result);
}

export async function reasonOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('should have been rejected');
}

/** Waits until something holds, for a minute at the most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await holds()); turn++) {
    if (turn > 6_000) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
