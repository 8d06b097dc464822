import { NONE } from '../transport/message-format.ts';
import type { Send } from '../transport/remote-methods.ts';
import { packThrown } from '../transport/thrown.ts';
import type {
  NestedTaskOptions,
  PoolToSubmitter,
  SubmitterToPool,
  EndStatus,
} from './nested-task-messages.ts';
import type { Pool } from '../pool/pool.ts';
import type { WorkerConnection } from '../pool/worker-connection.ts';
import { RemoteTask } from './remote-task.ts';
import { describeWaits } from './waits.ts';

/** The pool's side of nested tasks: submits the nested tasks of a worker and reports their results to it. */
export class NestedTasks implements SubmitterToPool {
  #pool: Pool;
  #connection: WorkerConnection;
  #send: Send<PoolToSubmitter>;
  #tasks: Map<number, RemoteTask> = new Map(); // by the id that the worker has given to the task
  #parents: Map<number, RemoteTask> = new Map(); // the task that submitted each nested task
  #isClosed = false;

  /** `connection`: of the worker that submits the tasks. */
  constructor(pool: Pool, connection: WorkerConnection, send: Send<PoolToSubmitter>) {
    this.#pool = pool;
    this.#connection = connection;
    this.#send = send;
  }

  submit(
    id: number,
    name: string,
    args: readonly unknown[],
    options: NestedTaskOptions,
    wantsResult: boolean,
    parentId: number,
  ): void {
    const task = new RemoteTask({ owner: this.#pool, name }, args, options, wantsResult);
    const parent = wantsResult ? this.#connection.taskOf(parentId) : undefined;
    this.#tasks.set(id, task);
    if (parent !== undefined) this.#parents.set(id, parent);
    const ended = (...end: End): void => {
      this.#pool.waits.ended(parent, task);
      this.#ended(id, ...end);
    };
    void task.result.then(
      (outcome) => ended(outcome.status, outcome.status === 'done' ? outcome.value : undefined),
      (error: unknown) => {
        if (wantsResult) return ended('failed', packThrown(error));
        this.#pool.reportUnhandled(task, error);
        ended('cancelled', undefined); // nothing in the worker reads the status of a posted task
      },
    );
    this.#pool.accept(task);
    if (parent !== undefined) this.#pool.waits.submitted(parent, task);
  }

  awaited(id: number, parentId: number): void {
    const task = this.#tasks.get(id);
    const parent = parentId === NONE ? this.#parentOf(id) : this.#connection.taskOf(parentId);
    if (task === undefined || parent === undefined) return;
    const cycle = this.#pool.waits.awaited(parent, task);
    if (cycle === undefined) return;
    this.#tasks.delete(id); // in the worker the task has failed, so no result is sent to it
    this.#send('refused', [id, `tasks must not wait for each other in a cycle: ${describeWaits(cycle)}`]);
    task.cancel();
  }

  // After the first `await` of a task, its worker does not know which task is running. The task
  // that submitted the nested task is the one that is likely to wait for it.
  #parentOf(id: number): RemoteTask | undefined {
    const parent = this.#parents.get(id);
    return parent !== undefined && this.#connection.taskOf(parent.id) === parent ? parent : undefined;
  }

  cancel(id: number): void {
    this.#tasks.get(id)?.cancel();
  }

  rank(id: number, priority: number): void {
    const task = this.#tasks.get(id);
    if (task !== undefined) task.priority = priority;
  }

  /** Called when the worker is gone. Cancels its nested tasks, because their results cannot be delivered. Tasks without a result (`post`) continue. */
  close(): void {
    this.#isClosed = true;
    for (const task of this.#tasks.values()) if (task.wantsResult) task.cancel();
  }

  #ended(id: number, ...end: End): void {
    this.#parents.delete(id);
    if (this.#tasks.delete(id) && !this.#isClosed) this.#send('ended', [id, ...end]);
  }
}

type End = [status: EndStatus, value: unknown];
