import type { NamesOf } from '../transport/remote-methods.ts';
import type { TaskOptions } from './remote-task.ts';

/** Options of a nested task that are sent to the pool. A signal cannot be copied. */
export type NestedTaskOptions = Omit<TaskOptions, 'signal'>;

/** Messages from a worker to the pool about nested tasks. The worker gives each of them its `id`. */
export interface SubmitterToPool {
  submit(
    id: number,
    name: string,
    args: readonly unknown[],
    options: NestedTaskOptions,
    wantsResult: boolean,
    parentId: number,
  ): void;
  /**
   * The task `parentId` waits for the nested task `id`. If `parentId` is NONE, because the worker
   * does not know which task is running, the task that submitted the nested task counts as waiting.
   */
  awaited(id: number, parentId: number): void;
  cancel(id: number): void;
  rank(id: number, priority: number): void;
}

export type EndStatus = 'done' | 'failed' | 'cancelled' | 'expired';

/** Messages from the pool to a worker about the nested tasks that the worker has submitted. */
export interface PoolToSubmitter {
  /** `value` is the result, or a `Thrown` if the task failed. */
  ended(id: number, status: EndStatus, value: unknown): void;
  /** The running task must not wait for the nested task: it would wait forever. */
  refused(id: number, message: string): void;
}

/** The remote methods of {@link SubmitterToPool}. */
export const submitterToPool: NamesOf<SubmitterToPool> = {
  submit: true,
  awaited: true,
  cancel: true,
  rank: true,
};

/** The remote methods of {@link PoolToSubmitter}. */
export const poolToSubmitter: NamesOf<PoolToSubmitter> = { ended: true, refused: true };
