import type { RemoteTask } from '../task/remote-task.ts';

/**
 * Callbacks for measurements of a pool, such as those of `@doha/monitor`. They must not submit or cancel tasks. Their errors go to `onError`.
 */
export interface PoolProbe {
  /** Called when a task begins to wait for a worker: after its submission, and again if its worker was lost or had too much work. */
  queued?(task: RemoteTask): void;
  /** Called when a task is written into a message to a worker. `worker`: the index of the worker. `id`: the id of the task there, see `WorkerProbe`. */
  sent?(task: RemoteTask, worker: number, id: number): void;
  /** Called when a task has ended. `task.status` shows how. */
  ended?(task: RemoteTask): void;
  /** Called after tasks were sent. `queued`: number of tasks that still wait for a worker. */
  flushed?(queued: number): void;
}
