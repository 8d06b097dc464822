import { withDefaults } from '@doha/loop/options';
import { isReference } from '../transport/copy-of.ts';
import type { Send } from '../transport/remote-methods.ts';
import { NONE } from '../transport/message-format.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { WaitCycleError } from './wait-cycle-error.ts';
import type { PoolToSubmitter, SubmitterToPool, EndStatus } from './nested-task-messages.ts';
import type { RemoteTask } from './remote-task.ts';
import type { TaskReceiver } from './task-kind.ts';

export interface NestedTaskSubmitterOptions {
  readonly send: Send<SubmitterToPool>;
  /** Sends what was told at once. */
  readonly flushNow: () => void;
  /** The id of the task whose code is running right now, NONE if there is none. */
  readonly running: () => number;
  /** Told of tasks that failed while nobody waited for them. */
  readonly onError: (error: unknown) => void;
}

/** The tasks that a worker submits: they go through the scheduler of the thread that started it, as all others. */
export class NestedTaskSubmitter implements TaskReceiver, PoolToSubmitter {
  #options: NestedTaskSubmitterOptions;
  #tasks: Map<number, RemoteTask> = new Map();
  #numbers: WeakMap<RemoteTask, number> = new WeakMap();
  #nested: WeakSet<RemoteTask> = new WeakSet(); // those that a running task has submitted
  #next = 0;
  #closed: Error | undefined;

  constructor(options: NestedTaskSubmitterOptions) {
    this.#options = options;
  }

  /** Another pool takes tasks from now on. */
  open(): void {
    this.#closed = undefined;
  }

  /** The pool has gone: its tasks fail, and so do later ones. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const task of this.#tasks.values()) task.end('failed', reason);
    this.#tasks.clear();
  }

  submit(task: RemoteTask): void {
    if (this.#closed !== undefined) return task.end('failed', this.#closed);
    const { signal: _, ...options } = withDefaults({}, task.options); // nothing that is undefined is copied
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
    if (task.args.some(isReference)) this.#options.flushNow(); // the caller may change them afterwards
  }

  // Each task that asks waits, and not only the first one.
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
   * The arguments of a task cannot be copied, which may show within `submit`. The task fails at the end of the turn, because the application can read `result`
   * until then.
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
