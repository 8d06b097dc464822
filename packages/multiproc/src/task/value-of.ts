import type { RemoteTask } from './remote-task.ts';
import { TaskDroppedError } from './task-dropped-error.ts';

/** Returns a promise of the value of a task. It rejects as `task.result` does, and with a TaskDroppedError if the task is cancelled or expires. */
export function valueOf<Result>(task: RemoteTask<Result>): Promise<Result> {
  return task.result.then((outcome) => {
    if (outcome.status === 'done') return outcome.value;
    throw new TaskDroppedError(task.name, outcome.status, task.options.signal?.reason);
  });
}
