import { withDefaults } from '@doha/loop/options';
import { isObject } from '../transport/copy-of.ts';
import type { Send } from '../transport/remote-methods.ts';
import { NONE } from '../transport/message-format.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { WaitCycleError } from './wait-cycle-error.ts';
import type { PoolToSubmitter, SubmitterToPool, EndStatus } from './nested-task-messages.ts';
import type { RemoteTask } from './remote-task.ts';
import type { TaskReceiver } from './task-kind.ts';

export interface NestedTaskSubmitterOptions {
  readonly send: Send<SubmitterToPool>;
  /** Sends the written records at once. */
  readonly flushNow: () => void;
  /** Id of the task whose code is running now; NONE if there is none. */
  readonly running: () => number;
  /** Receives the failures of tasks whose result was never read. */
  readonly onError: (error: unknown) => void;
}

/** Submits tasks from a worker to the pool: nested tasks of a running task, and tasks of other code of the worker. */
export class NestedTaskSubmitter implements TaskReceiver, PoolToSubmitter {
  #options: NestedTaskSubmitterOptions;
  #tasks: Map<number, RemoteTask> = new Map();
  #numbers: WeakMap<RemoteTask, number> = new WeakMap();
  #nested: WeakSet<RemoteTask> = new WeakSet(); // tasks that were submitted by a running task
  #next = 0;
  #closed: Error | undefined;

  constructor(options: NestedTaskSubmitterOptions) {
    this.#options = options;
  }

  /** Accepts tasks again after {@link close}, for a new pool. */
  open(): void {
    this.#closed = undefined;
  }

  /** Called when the pool is gone. All tasks fail, and so do tasks that are submitted later. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const task of this.#tasks.values()) task.end('failed', reason);
    this.#tasks.clear();
  }

  submit(task: RemoteTask): void {
    if (this.#closed !== undefined) return task.end('failed', this.#closed);
    const { signal: _, ...options } = withDefaults({}, task.options); // properties that are undefined are not copied
    const id = this.#next++;
    this.#tasks.set(id, task);
    this.#numbers.set(task, id);
    const running = this.#options.running();
    if (running !== NONE) this.#nested.add(task);
    this.#options.send(
      'submit',
      [id, task.name, task.args, options, task.wantsResult, running],
      options.transfer,
    );
    if (task.args.some(isObject)) this.#options.flushNow(); // the caller may change objects in the arguments afterwards
  }

  // Each running task that reads `result` counts as waiting. If the worker does not know which task is running, only the first read of `result` counts,
  // for the task that has submitted the nested one.
  awaited(task: RemoteTask, isFirst: boolean): void {
    const running = this.#options.running();
    const id = this.#numbers.get(task);
    const isKnown = running !== NONE || (isFirst && this.#nested.has(task));
    if (isKnown && id !== undefined) this.#options.send('awaited', [id, running]);
  }

  cancel(task: RemoteTask): boolean {
    if (!task.hasEnded && this.#closed === undefined)
      this.#options.send('cancel', [this.#numbers.get(task)!]);
    return false;
  }

  rank(task: RemoteTask): void {
    this.#options.send('rank', [this.#numbers.get(task)!, task.priority]);
  }

  report(error: unknown): void {
    this.#options.onError(error);
  }

  ended(id: number, status: EndStatus, value: unknown): void {
    this.#end(id, status, status === 'failed' ? unpackThrown(value as Thrown) : value);
  }

  refused(id: number, message: string): void {
    this.#end(id, 'failed', new WaitCycleError(message));
  }

  /**
   * Called when the arguments of a task cannot be copied. The call may come from within `submit`. So the task fails in a microtask, and the application can
   * read `result` before.
   */
  notSubmitted(id: number, error: unknown): void {
    queueMicrotask(() => this.#end(id, 'failed', error));
  }

  #end(id: number, status: EndStatus, value: unknown): void {
    const task = this.#tasks.get(id);
    this.#tasks.delete(id);
    task?.end(status, value);
    if (status === 'failed' && task?.isObserved === false) this.#options.onError(value);
  }
}
