import { checkNumber } from '@doha/loop/options';
import { onAbort } from './on-abort.ts';
import type { Color, ColorKey } from '../scheduler/color.ts';
import { CostEstimate } from '../scheduler/cost-estimate.ts';
import type { WorkerLoad } from '../scheduler/worker-load.ts';
import type { AbortSignal, Transferable } from '../platform-types.ts';

/** The result of a task that did not fail. A dropped task is not a failure. */
export type Outcome<Result> =
  | { readonly status: 'done'; readonly value: Result }
  | { readonly status: 'cancelled' | 'expired' };

/** State of a task. `sent`: the task was sent to a worker and has not ended. */
export type RemoteTaskStatus = 'queued' | 'sent' | 'done' | 'failed' | 'cancelled' | 'expired';

/** Options of a task, for `submit`, `post` and the defaults of a task kind. An option that is `undefined` counts as absent. */
export interface SubmitOptions {
  /** Any finite number. Higher goes first. Default 0. */
  priority?: number | undefined;
  /** Tasks of the same color run one after another, in the order of submission. Default: no color. */
  color?: ColorKey | undefined;
  /** Time in ms from the submission after which an unfinished task is dropped; > 0. Default Infinity: never. */
  expiresIn?: number | undefined;
  /** Cancels the task when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Objects in the arguments that are transferred instead of copied when the task is sent to a worker. Not together with `retries`. */
  transfer?: readonly Transferable[] | undefined;
  /** If a worker is lost, a task that had begun in it is submitted again, at most this many times; whole, ≥ 0. Default 0: the task fails. */
  retries?: number | undefined;
}

/** The unchangeable options of a task. */
export type TaskOptions = Readonly<SubmitOptions>;

/** The owner of a task, which carries out its methods. */
export interface TaskOwner {
  /** Called at each read of `result` until the task has ended. `isFirst`: whether it is the first read. */
  awaited?(task: RemoteTask, isFirst: boolean): void;
  cancel(task: RemoteTask, reason: 'cancelled' | 'expired'): boolean;
  rank(task: RemoteTask): void;
  /** Receives errors that a method of the application's signal throws. Must not throw. */
  report(error: unknown, task: RemoteTask): void;
}

/** Data that tasks of the same function and the same origin share. */
export interface TaskSource {
  readonly owner: TaskOwner;
  /** Name of the function. */
  readonly name: string;
  /** Describes the line of the application that submitted the tasks. */
  readonly origin?: (() => string) | undefined;
  /** Cost estimate of the function. The pool sets it when it gets the first of the tasks. */
  cost?: CostEstimate | undefined;
}

/**
 * A task that was submitted to the pool (the "remote event" of DOHA, WWW'12 §2.2.1).
 *
 * Many tasks may wait, and the garbage collector copies each of them twice, so a task has only fields that most tasks use.
 * Rarely used data is stored elsewhere. Private methods are static, because V8 adds a hidden field to each object of a class with other private methods.
 */
export class RemoteTask<Result = unknown> {
  /** @internal */ readonly source: TaskSource;
  /** @internal */ readonly args: readonly unknown[];
  /** @internal */ readonly wantsResult: boolean;
  /** @internal */ readonly options: TaskOptions;

  // Mutable state is private, because the application may freeze the task. Instead of the accessors, a separate record for the pool was tried: with a
  // second object per task, the pool needed 18 % more CPU time for empty tasks, and 17 % more memory for queued tasks.
  #status: RemoteTaskStatus = 'queued';
  #slot = 0;
  #color: Color | undefined;
  #worker: WorkerLoad | undefined;
  #expected = 0;
  #sentIn = 0;
  #waits = false;
  #id = -1;
  #sentAs = -1;
  #messageNumber = -1;
  #release: (() => void) | undefined;
  #dropReason: 'cancelled' | 'expired' | undefined;
  #priority: number;
  #value: unknown; // the result, or the error
  #promise: Promise<Outcome<Result>> | undefined;
  #resolve: ((outcome: never) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  /** A task whose signal is aborted already is cancelled. @internal */
  constructor(source: TaskSource, args: readonly unknown[], options: TaskOptions, wantsResult: boolean) {
    this.source = source;
    this.args = args;
    this.options = options;
    this.wantsResult = wantsResult;
    this.#priority = options.priority ?? 0;
    const { signal } = options;
    if (signal?.aborted === true) this.#status = 'cancelled';
    else if (signal !== undefined) this.#release = onAbort(signal, () => this.cancel());
  }

  /** State of the task. Only the pool changes it. */
  get status(): RemoteTaskStatus {
    return this.#status;
  }

  /** @internal */
  set status(value: RemoteTaskStatus) {
    this.#status = value;
  }

  /** See `Job`. While a worker has the task: its index among the tasks that the pool can reclaim. @internal */
  get slot(): number {
    return this.#slot;
  }

  /** @internal */
  set slot(value: number) {
    this.#slot = value;
  }

  /** See `Job`. @internal */
  get color(): Color | undefined {
    return this.#color;
  }

  /** @internal */
  set color(value: Color | undefined) {
    this.#color = value;
  }

  /** See `Job`. @internal */
  get worker(): WorkerLoad | undefined {
    return this.#worker;
  }

  /** @internal */
  set worker(value: WorkerLoad | undefined) {
    this.#worker = value;
  }

  /** Expected run time in ns, see `Job`. @internal */
  get expected(): number {
    return this.#expected;
  }

  /** @internal */
  set expected(value: number) {
    this.#expected = value;
  }

  /** Number of the message that contains the task, among the messages with tasks. The scheduler counts them, see `Job`. @internal */
  get sentIn(): number {
    return this.#sentIn;
  }

  /** @internal */
  set sentIn(value: number) {
    this.#sentIn = value;
  }

  /** Whether the task has begun and waits, see `Job`. @internal */
  get waits(): boolean {
    return this.#waits;
  }

  /** @internal */
  set waits(value: boolean) {
    this.#waits = value;
  }

  /** Id of the task in its worker. @internal */
  get id(): number {
    return this.#id;
  }

  /** @internal */
  set id(value: number) {
    this.#id = value;
  }

  /** Position of the task in the sequence of tasks that were sent to its worker. @internal */
  get sentAs(): number {
    return this.#sentAs;
  }

  /** @internal */
  set sentAs(value: number) {
    this.#sentAs = value;
  }

  /** Number of the message that contains the task, among all messages to its worker. @internal */
  get messageNumber(): number {
    return this.#messageNumber;
  }

  /** @internal */
  set messageNumber(value: number) {
    this.#messageNumber = value;
  }

  /** Removes the timer and the listener that could drop the task. @internal */
  get release(): (() => void) | undefined {
    return this.#release;
  }

  /** @internal */
  set release(value: (() => void) | undefined) {
    this.#release = value;
  }

  /** The reason why the worker was asked to drop the task. @internal */
  get dropReason(): 'cancelled' | 'expired' | undefined {
    return this.#dropReason;
  }

  /** @internal */
  set dropReason(value: 'cancelled' | 'expired' | undefined) {
    this.#dropReason = value;
  }

  /** @internal */
  get cost(): CostEstimate {
    return this.source.cost ?? unknownCost;
  }

  /** Name of the function that the task calls. */
  get name(): string {
    return this.source.name;
  }

  /**
   * The priority: any finite number, higher goes first. A queued task with a new priority goes behind tasks of the same priority, but keeps its position
   * among tasks of its color. A change has no effect once a worker has the task. The setter throws a TypeError if it is no number, and a RangeError if it
   * is not finite.
   */
  get priority(): number {
    return this.#priority;
  }

  set priority(priority: number) {
    checkNumber('task.priority', priority);
    if (this.status !== 'queued') return;
    this.#priority = priority;
    this.source.owner.rank(this);
  }

  /**
   * A promise of the outcome. It fulfills when the task is done, cancelled or expired. It rejects if the function throws an error, or if the worker is
   * lost and no retries are left. Applications that do not need the result need not read it. An error that occurs before `result` is read for the first time
   * also goes to `onError`. Read `result` right after `submit` to receive errors only here.
   */
  get result(): Promise<Outcome<Result>> {
    if (this.#promise === undefined) {
      this.#promise = RemoteTask.#createPromise(this);
      if (this.hasEnded) RemoteTask.#settle(this);
      else this.source.owner.awaited?.(this, true);
    } else if (!this.hasEnded) this.source.owner.awaited?.(this, false);
    return this.#promise;
  }

  static #createPromise(task: RemoteTask): Promise<never> {
    promisedTask = task;
    return new Promise(RemoteTask.#executor);
  }

  // One executor for all tasks. With one per task, a task whose result is read would need half as much memory again.
  static #executor: Executor = (resolve, reject) => {
    promisedTask!.#resolve = resolve;
    promisedTask!.#reject = reject;
  };

  /** Whether the task is done, failed, cancelled or expired. */
  get hasEnded(): boolean {
    return this.#status !== 'queued' && this.#status !== 'sent';
  }

  /**
   * Cancels the task. Returns true if the task was dropped at once: it was queued or, with shared memory, it was sent to a worker and had not begun. Returns
   * false if the task has ended, or if its worker decides. In the second case `result` shows whether the request came in time. The worker drops a task that
   * has not begun, and a generator at its next `yield`. If the function waits for a promise, the task ends and the function continues. In a worker, `cancel`
   * returns false for each nested task, because the queue is in a different thread.
   */
  cancel(): boolean {
    return this.source.owner.cancel(this, 'cancelled');
  }

  /** Called when a worker was lost with the task. Returns whether the task may be submitted again. @internal */
  countLossAndMayRetry(): boolean {
    const losses = lossesOf.get(this) ?? 0;
    lossesOf.set(this, losses + 1);
    return losses < (this.options.retries ?? 0);
  }

  /** @internal */
  end(status: 'done' | 'failed' | 'cancelled' | 'expired', value?: unknown): void {
    this.#status = status;
    this.#value = value;
    if (this.#release !== undefined) RemoteTask.#callRelease(this);
    if (this.#promise !== undefined) RemoteTask.#settle(this);
  }

  /** Whether `result` was read, so that its promise reports a failure. @internal */
  get isObserved(): boolean {
    return this.#promise !== undefined;
  }

  // The signal may be an object of the application and throw.
  static #callRelease(task: RemoteTask): void {
    const release = task.#release!;
    try {
      release();
    } catch (error) {
      task.source.owner.report(error, task);
    }
  }

  static #settle(task: RemoteTask): void {
    if (task.status === 'failed') task.#reject!(task.#value);
    else task.#resolve!(RemoteTask.#outcome(task) as never);
  }

  static #outcome(task: RemoteTask): Outcome<unknown> {
    return task.status === 'done'
      ? { status: 'done', value: task.#value }
      : { status: task.status as 'cancelled' | 'expired' };
  }
}

/** Number of workers that were lost with a task. */
const lossesOf = new WeakMap<RemoteTask, number>();

/** Cost estimate of tasks that were not given to a scheduler yet. */
const unknownCost = new CostEstimate();

type Executor = (resolve: (outcome: never) => void, reject: (error: unknown) => void) => void;

/** The task whose promise is being created. */
let promisedTask: RemoteTask | undefined;
