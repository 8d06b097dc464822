import type { RemoteTask } from '../task/remote-task.ts';
import type { WorkerConnection } from './worker-connection.ts';

/** The unfinished tasks of a lost worker. A task may be in both lists. */
export interface LostTasks {
  /** Tasks that may be sent to another worker. */
  readonly requeued: readonly RemoteTask[];
  /** Tasks that the worker had begun, or may have begun. */
  readonly begun: readonly RemoteTask[];
}

/**
 * Returns the tasks of a lost worker. Those that it had not begun are taken back from it. A task
 * that is sent to another worker although it had begun uses up one of its retries.
 */
export function lostTasks(connection: Pick<WorkerConnection, 'tasks' | 'withdraw'>): LostTasks {
  const { tasks } = connection;
  const waiting = new Set(tasks.filter((task) => connection.withdraw(task)));
  return {
    requeued: tasks.filter((task) => mayBeRequeued(task, waiting.has(task))),
    begun: tasks.filter((task) => !waiting.has(task)),
  };
}

/** Returns whether a task may be sent to another worker. Transferred objects were lost with the worker. */
function mayBeRequeued(task: RemoteTask, isWaiting: boolean): boolean {
  if (task.worker === undefined || task.dropReason !== undefined || hasTransferred(task)) return false;
  return isWaiting || task.countLossAndMayRetry();
}

function hasTransferred({ options: { transfer = [] } }: RemoteTask): boolean {
  return transfer.length > 0;
}
