import type { TaskOptions } from './remote-task.ts';

/** What is said of a task that a worker submits: what can be copied of its options, and what is moved on. */
export type NestedTaskOptions = Omit<TaskOptions, 'signal'>;

/** What a worker tells the thread that has the scheduler, of tasks that it calls by numbers of its own. */
export interface SubmitterToPool {
  submit(
    id: number,
    name: string,
    args: readonly unknown[],
    options: NestedTaskOptions,
    wantsResult: boolean,
    parentId: number,
  ): void;
  /** The running task waits for a nested one. If no task is running (NONE), it is the task that has submitted the nested one. */
  awaited(id: number, parentId: number): void;
  cancel(id: number): void;
  rank(id: number, priority: number): void;
}

export type EndStatus = 'done' | 'failed' | 'cancelled' | 'expired';

/** What it is told of them. */
export interface PoolToSubmitter {
  /** `value`: of a task that failed a `Thrown`. */
  ended(id: number, status: EndStatus, value: unknown): void;
  /** The running task must not wait for this one, since it would wait for ever. */
  refused(id: number, message: string): void;
}
