import { type AcceptorToPool, acceptorToPool } from '../transport/port-messages.ts';
import { Timer } from '@doha/loop';
import { afterMessages as platform } from '../transport/after-messages.ts';
import { copyError } from '../transport/copy-error.ts';
import type { Endpoint } from '../transport/endpoint.ts';
import { isObject } from '../transport/copy-of.ts';
import { type Message, MessageReader } from '../transport/message-format.ts';
import { readCall, receiver } from '../transport/remote-methods.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import { callGuarded } from '../call-guarded.ts';
import type { ColorKey } from '../scheduler/color.ts';
import { CostEstimate } from '../scheduler/cost-estimate.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { closedError, disposed, disposedError, PoolClosedError } from '../pool-closed-error.ts';
import { openToNobody } from './worker-ports.ts';
import { Deadline, type DeadlineThread } from './deadline.ts';
import { type Attached, WorkerConnection } from './worker-connection.ts';
import { type StartedWorker, lateStartError } from './handshake.ts';
import type { EndStatus } from '../task/nested-task-messages.ts';
import type { RemoteTask } from '../task/remote-task.ts';
import { readWorkerRecord, type WorkerRecordHandler } from './read-worker-record.ts';
import { Reclaiming } from './reclaiming.ts';
import { beingReplaced, Replacements } from './replacements.ts';
import type { TaskReceiver } from '../task/task-kind.ts';
import { Waits } from '../task/waits.ts';
import type { PoolProbe } from './pool-probe.ts';
import { WorkerLostError } from './worker-lost-error.ts';
import type { KeepAlive } from './keep-alive.ts';
import { lostTasks } from './lost-tasks.ts';
import { QueueFullError } from './queue-full-error.ts';
import { QueueLimit } from './queue-limit.ts';
import { UnfinishedTasks } from './unfinished-tasks.ts';
import type { TimerLoop } from './pool-timers.ts';
import type { MessagePort } from '../platform-types.ts';

/** Time in ms after which a terminated worker counts as lost even if its thread continues: native code cannot be interrupted. */
const MAX_TERMINATION = 1000;

export interface PoolOptions {
  readonly window: number | 'auto';
  /** Maximum number of queued tasks; ≥ 1. `submit` refuses further ones. Default: no limit. */
  readonly maxQueue?: number;
  /** Held while there are unfinished tasks. Default: the workers keep the process alive. */
  readonly keepAlive?: KeepAlive | undefined;
  readonly loop: TimerLoop;
  /** Calls back soon, in a later microtask at the earliest. Tasks that are submitted until then are sent together. */
  readonly soon: (callback: () => void) => void;
  /** Calls back after this thread has received the messages that are waiting now. Default: as the platform does it. */
  readonly afterMessages?: (callback: () => void) => void;
  /** Starts a replacement of a lost worker. */
  readonly replace: () => Promise<StartedWorker>;
  /** Time in ms within which a new worker must answer the first ping; > 0. Infinity: no limit. */
  readonly startLimit: number;
  /** Receives the failures of tasks whose result was never read, and the losses of workers. Must not throw. */
  readonly onError: (error: unknown, task?: RemoteTask) => void;
  /** Called after tasks were sent, with the number of tasks that are still queued. */
  readonly onSent?: (waiting: number) => void;
  /** Called before tasks are sent. Messages that it sends to workers arrive before the tasks. Must not throw. */
  readonly beforeTasks?: () => void;
  readonly probe?: PoolProbe | undefined;
  /** Whether this thread can share memory with the workers. */
  readonly sharesMemory: boolean;
  /** Called for each new worker. */
  readonly attach: (connection: WorkerConnection) => Attached;
}

/** The worker pool: assigns tasks to workers, and handles results, cancellation and lost workers. */
export class Pool implements TaskReceiver {
  readonly scheduler: Scheduler;
  readonly waits: Waits;
  readonly connections: Map<number, WorkerConnection> = new Map();
  #unfinished: UnfinishedTasks;
  #queueLimit: QueueLimit;
  #options: PoolOptions;
  #replacements: Replacements;
  #costs: Map<string, CostEstimate> = new Map(); // by the name of the function
  #misplaced: RemoteTask[] = []; // tasks whose worker does not expose their function
  #probe: PoolProbe | undefined;
  #thread: DeadlineThread;
  #isFlushing = false;
  #losing: Map<WorkerConnection, Error> = new Map(); // lost workers whose loss is being reported
  #reclaiming: Reclaiming | undefined; // with shared memory only
  #isClosed = false; // a disposed pool is closed, too
  #isDisposed = false;

  constructor(options: PoolOptions) {
    const {
      afterMessages = platform,
      keepAlive,
      loop,
      maxQueue = Infinity,
      onError,
      probe,
      replace,
      window,
    } = options;
    this.#options = options;
    this.#probe = probe;
    this.#unfinished = new UnfinishedTasks(keepAlive && (() => keepAlive.hold()));
    this.#queueLimit = new QueueLimit({
      max: maxQueue,
      queued: () => this.scheduler.waiting,
      afterTurn: afterMessages,
    });
    this.#thread = {
      now: () => loop.host.now(),
      wait(delay, callback) {
        const timer = new Timer(callback, { after: delay });
        loop.submit(timer);
        return () => void loop.cancel(timer);
      },
      afterMessages,
    };
    this.#replacements = new Replacements({
      loop,
      start: replace,
      started: (index, started) => void this.addWorker(index, started),
      onError,
    });
    this.scheduler = new Scheduler({
      window,
      send: (job, worker) => {
        const task = job as RemoteTask;
        task.status = 'sent';
        this.#queueLimit.left(task);
        if (!this.connections.get(worker.index)!.run(task)) this.#misplaced.push(task);
        else if (this.#probe !== undefined) this.#notify('sent', task, worker.index, task.id);
      },
      jobsOf: (worker) => this.connections.get(worker.index)!.tasks,
      now: () => loop.host.now(),
    });
    if (options.sharesMemory)
      this.#reclaiming = new Reclaiming({
        loop,
        scheduler: this.scheduler,
        connections: this.connections,
        resubmit: (task) => this.#resubmit([task]),
        due: () => this.#flush(),
      });
    this.waits = new Waits({
      suspended: (task) => this.#suspended(task),
      resumed: (task) => {
        this.scheduler.resumed(task);
        this.flushSoon();
      },
    });
  }

  /** Sends soon instead of now, so that tasks that are submitted together are sent by priority. */
  flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#options.soon(() => this.#flush());
  }

  /**
   * Adds workers that have answered the hello. If one of them cannot be added, all of them are
   * terminated. Resolves when each has answered the first ping or is lost.
   */
  async addWorkers(started: readonly StartedWorker[]): Promise<void> {
    try {
      await Promise.all(started.map((one, index) => this.addWorker(index, one)));
    } catch (error) {
      for (const { endpoint } of started) void endpoint.close();
      throw error;
    }
  }

  /** Adds a worker that has answered the hello. Resolves when it has answered the first ping, or is lost. */
  addWorker(index: number, started: StartedWorker): Promise<void> {
    const { endpoint, functions } = started;
    if (this.#options.keepAlive?.isNeeded === true) endpoint.unref?.();
    const connection = this.#connectionOf(index, endpoint, functions);
    this.#attach(connection);
    this.connections.set(index, connection);
    this.flushSoon();
    const unreadable = (message: number): void => this.#unreadable(connection, message);
    const closing = (): void => this.lose(connection, new Error('it called close()'));
    connection.receivers.push(receiver<AcceptorToPool>(connection.ports, acceptorToPool), {
      unreadable,
      closing,
    });
    const answer = this.#answerOf(connection);
    started.listen({
      message: (message) => this.#read(connection, message),
      lost: (reason) => this.lose(connection, reason),
    });
    return answer;
  }

  /**
   * Attaches a part to each current worker. Resolves when each worker has answered a ping that
   * follows the first messages of the part, or is lost.
   */
  async attachToAll(attach: (connection: WorkerConnection) => Attached): Promise<void> {
    const answers = [...this.connections.values()].map((connection) => {
      connection.attach(attach(connection));
      return new Promise<void>((resolve) => connection.ping(resolve));
    });
    this.flushSoon();
    await Promise.all(answers);
  }

  /** Makes a worker run a function now. The task does not pass through the scheduler. */
  call(index: number, task: RemoteTask): void {
    this.#unfinished.began();
    const connection = this.#isClosed ? undefined : this.#openConnection(index);
    // Before the worker has answered the first ping its subscriptions are unknown, so the call could overtake values that were published earlier.
    if (connection === undefined || connection.isStarting)
      return this.#fail(task, this.#absenceError('call', index));
    task.status = 'sent';
    this.#options.beforeTasks?.();
    if (this.#probe !== undefined) this.#notify('queued', task);
    if (!connection.run(task)) return this.#fail(task, connection.lacks(task));
    if (this.#probe !== undefined) this.#notify('sent', task, index, task.id);
    if (task.args.some(isObject)) connection.flushNow(); // the caller may change objects in the arguments afterwards
    else this.flushSoon();
  }

  /** Opens a channel between the application and a worker. */
  connect(index: number, name: string, lost: (reason: Error) => unknown): MessagePort {
    const connection = this.#isClosed ? undefined : this.#openConnection(index);
    if (connection === undefined)
      return openToNobody(name, lost, this.#absenceError('connect', index), this.#options.onError);
    this.flushSoon();
    return connection.ports.open(name, lost);
  }

  /**
   * Terminates a worker, which then counts as lost. Returns false if there is no such worker, or if
   * it is being terminated already.
   */
  terminate(index: number): boolean {
    const connection = this.#openConnection(index);
    if (connection === undefined) return false;
    this.end(connection, new Error('it was terminated'));
    return true;
  }

  /**
   * Terminates a worker after its last messages were delivered, or at once if the platform drops
   * them. Has no effect if the worker is being terminated already, or is lost.
   */
  end(connection: WorkerConnection, reason: Error): void {
    if (this.#openConnection(connection.load.index) !== connection) return;
    const lose = (): void => this.lose(connection, reason);
    if (!connection.end(reason)) lose();
    else connection.ending = new Deadline(MAX_TERMINATION, lose, this.#thread);
  }

  /** Calls back after this thread has received the messages that are waiting now. */
  afterMessages(callback: () => void): void {
    this.#thread.afterMessages(callback);
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /**
   * Returns the error with which an action that adds something to the pool is refused; undefined if
   * it is not refused.
   */
  refusal(action: string): PoolClosedError | undefined {
    if (this.#isDisposed) return disposedError(action);
    return this.#isClosed ? closedError(action) : undefined;
  }

  /** Refuses new tasks of this thread. Resolves when all accepted ones, and their nested tasks, have ended. */
  drain(): Promise<void> {
    this.#isClosed = true;
    this.#queueLimit.close(closedError('ready'));
    return this.#unfinished.whenNone();
  }

  /** Resolves as soon as fewer than `maxQueue` tasks are queued. */
  get ready(): Promise<void> {
    const refusal = this.refusal('ready');
    if (refusal === undefined && (this.#queueLimit.hasWaiters || this.#isFull()))
      return this.#queueLimit.wait();
    return refusal === undefined ? resolved : rejected(refusal);
  }

  // If the queue is full, queued tasks are first sent to the workers that have room, so that these
  // tasks do not count.
  #isFull(): boolean {
    if (!this.#queueLimit.isFull()) return false;
    this.scheduler.dispatch();
    this.#reportFailuresLater(this.#endMisplaced());
    return this.#queueLimit.isFull();
  }

  /**
   * Reports an error that `removeEventListener` of a task's signal has thrown: the signal may be an
   * object of the application.
   */
  report(error: unknown, task: RemoteTask): void {
    this.#options.onError(error, task);
  }

  /**
   * Reports the failure of a task to `onError` because nothing else receives it. Has no effect if
   * the pool is disposed of.
   */
  reportUnhandled(task: RemoteTask, error: unknown): void {
    if (!this.#isDisposed) this.#options.onError(error, task);
  }

  submit(task: RemoteTask): void {
    if (this.#isClosed) return task.end('failed', this.refusal('submit')); // not reported, because the application has closed the pool
    if (!this.#queueLimit.takeSlot(this.#isFull())) return this.#refuse(task);
    this.accept(task);
  }

  /**
   * Adds a task even if the queue is full or the pool is closed. A nested task needs this, because an
   * accepted task may wait for it.
   */
  accept(task: RemoteTask): void {
    if (this.#isDisposed) return task.end('failed', disposedError('submit'));
    const { color, expiresIn } = task.options;
    this.#unfinished.began();
    if (expiresIn !== undefined && expiresIn < Infinity) this.#expire(task, expiresIn);
    task.source.cost ??= this.#costOf(task.name);
    if (this.#probe !== undefined) this.#notify('queued', task);
    this.scheduler.submit(task, color);
    this.flushSoon();
  }

  cancel(task: RemoteTask, reason: 'cancelled' | 'expired'): boolean {
    if (task.status === 'queued') {
      this.scheduler.withdraw(task);
      this.#queueLimit.left(task);
      this.#finish(task, reason);
      if (this.#queueLimit.hasWaiters) this.#queueLimit.promiseSlots();
      return true;
    }
    if (task.status !== 'sent' || task.dropReason !== undefined) return false;
    this.flushSoon();
    const connection = this.#connectionWith(task);
    if (connection.reclaim(task)) {
      this.scheduler.completed(task);
      this.#finish(task, reason);
      return true;
    }
    task.dropReason = reason;
    connection.drop(task);
    return false;
  }

  rank(task: RemoteTask): void {
    this.scheduler.rank(task);
  }

  // Messages of a lost worker are ignored.
  #read(connection: WorkerConnection, message: Message): void {
    connection.hasNewMessage = true;
    connection.load.isStuck = false;
    try {
      const reader = new MessageReader(message);
      while (!reader.isAtEnd && !connection.isGone) this.#readRecord(connection, reader);
    } catch (cause) {
      this.lose(connection, new Error('it sent a message that cannot be read', { cause }));
    }
    this.#flush();
  }

  // Errors of a handler are reported, and the next record is read.
  #readRecord(connection: WorkerConnection, reader: MessageReader): void {
    try {
      readWorkerRecord(connection, reader, this.#records);
    } catch (error) {
      if (error instanceof UnreadableError) throw error;
      this.#options.onError(error);
    }
  }

  #records: WorkerRecordHandler = {
    done: (connection, id, value) => this.#ended(connection.take(id), 'done', value),
    failed: (connection, id, error) => this.#ended(connection.take(id), 'failed', error),
    dropped: (connection, id) => {
      const task = connection.take(id);
      this.#ended(task, task?.dropReason ?? 'cancelled');
    },
    waits: (connection, id, ms) => this.#waits(connection.taskOf(id), ms),
    yields: (connection, id) => this.#yields(connection, connection.taskOf(id)),
    continues: (connection, id) => this.#continues(connection, id),
    measured: ({ load }, name, jobs, ms) => this.scheduler.measured(load, this.#costOf(name), jobs, ms),
    call: ({ receivers }, reader) => readCall(reader, receivers, this.#options.onError),
  };

  #ended(task: RemoteTask | undefined, status: EndStatus, value?: unknown): void {
    if (task !== undefined) this.#end(task, status, value); // otherwise it was reclaimed
  }

  #waits(task: RemoteTask | undefined, ms: number): void {
    if (task === undefined) return;
    if (task.worker !== undefined) task.cost.waited(ms, task.worker.speed);
    this.waits.suspended(task);
  }

  #yields(connection: WorkerConnection, task: RemoteTask | undefined): void {
    if (task === undefined) return;
    this.scheduler.yields(task);
    connection.removeMovable(task);
  }

  // A waiting task has begun, so it is no longer movable. Thousands of tasks may wait in one
  // worker, and reclaiming must not try all of them with each message.
  #suspended(task: RemoteTask): void {
    this.scheduler.suspended(task);
    if (task.worker !== undefined) this.connections.get(task.worker.index)?.removeMovable(task);
  }

  // The function of a dropped task continues. The task has ended, but keeps its color until the function ends.
  #continues(connection: WorkerConnection, id: number): void {
    const task = connection.taskOf(id);
    if (task === undefined) return void connection.take(id);
    this.#suspended(task);
    if (!task.hasEnded) this.#finish(task, task.dropReason ?? 'cancelled');
  }

  #costOf(name: string): CostEstimate {
    let cost = this.#costs.get(name);
    if (cost === undefined) this.#costs.set(name, (cost = new CostEstimate()));
    return cost;
  }

  /**
   * Removes a lost worker and starts its replacement. Tasks of the lost worker that had not begun or
   * may be retried are queued again, except calls, tasks with transferred objects, and tasks that
   * were to be dropped. A task that was to be dropped ends as cancelled or expired. All other tasks
   * fail. A color whose task had begun waits until the thread has ended.
   */
  lose(connection: WorkerConnection, reason: Error): void {
    const { index } = connection.load;
    if (this.connections.get(index) !== connection) return;
    this.connections.delete(index);
    connection.ending?.cancel();
    const { tasks } = connection;
    const { begun, requeued } = lostTasks(connection);
    const holds = begun.map((task) => this.scheduler.hold(task));
    this.scheduler.remove(connection.load, tasks);
    const ended = (): void => {
      for (const release of holds) release();
      this.flushSoon();
    };
    void connection.close().then(ended, ended);
    const error = new WorkerLostError(index, reason);
    this.#losing.set(connection, error);
    this.#resubmit(requeued);
    const lost = tasks.filter((task) => task.status === 'sent');
    for (const task of lost) this.#finish(task, task.dropReason ?? 'failed', error);
    for (const detach of connection.detachers) callGuarded(this.#options.onError, detach);
    if (!this.#isDisposed) this.#replacements.begin(index, reason, connection.load.completed > 0);
    this.flushSoon();
    connection.ports.close(error);
    this.#losing.delete(connection);
    this.#reportLoss(error, lost);
  }

  // Called last in `lose`, because `onError` may submit and cancel tasks or dispose of the pool. By
  // then the states of all tasks and workers are consistent.
  #reportLoss(error: WorkerLostError, lost: readonly RemoteTask[]): void {
    for (const task of lost) this.#reportFailure(task, error);
    if (!this.#isDisposed) this.#options.onError(error);
  }

  /** Terminates all workers. Unfinished tasks fail. These failures are not reported, because the application has disposed of the pool. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isClosed = this.#isDisposed = true;
    this.#queueLimit.close(disposedError('ready'));
    this.#replacements.stop();
    this.#reclaiming?.stop();
    this.#abandon();
    for (const [{ ports }, error] of this.#losing) ports.close(error);
    for (const connection of this.connections.values()) this.lose(connection, new Error(disposed));
    this.#abandon();
  }

  // Fails all queued tasks.
  #abandon(): void {
    const reason = new PoolClosedError(`no worker had this task: ${disposed}`);
    for (const task of this.scheduler.clear() as RemoteTask[]) this.#finish(task, 'failed', reason);
  }

  // Fails the tasks in a message that a worker could not read. Other records of the message are
  // missing in the worker as well, so the worker counts as lost.
  #unreadable(connection: WorkerConnection, message: number): void {
    const error = new Error(`worker ${connection.load.index} cannot read the message that holds this task`);
    const unread = connection.tasks.filter((task) => task.messageNumber === message && !task.hasEnded);
    for (const task of unread) {
      connection.take(task.id);
      this.scheduler.completed(task);
      this.#finish(task, 'failed', error);
    }
    for (const task of unread) this.#reportFailure(task, error);
    this.lose(connection, new Error('it could not read a message'));
  }

  // Resolves when the worker has answered the first ping, or is lost.
  #answerOf(connection: WorkerConnection): Promise<void> {
    const { startLimit } = this.#options;
    const deadline = new Deadline(
      startLimit,
      () => this.lose(connection, lateStartError(startLimit)),
      this.#thread,
    );
    return new Promise((resolve) => {
      connection.start(() => {
        deadline.cancel();
        resolve();
      });
    });
  }

  /**
   * Returns the connection to the worker that has a sent task. The task of a call has no `worker`,
   * because the scheduler does not know it.
   */
  #connectionWith(task: RemoteTask): WorkerConnection {
    if (task.worker !== undefined) return this.connections.get(task.worker.index)!;
    return [...this.connections.values()].find((connection) => connection.taskOf(task.id) === task)!;
  }

  /**
   * Returns the connection to a worker, unless the worker is absent or being terminated, or the
   * pool is disposed of.
   */
  #openConnection(index: number): WorkerConnection | undefined {
    const connection = this.connections.get(index);
    return this.#isDisposed || connection?.load.isClosed === true ? undefined : connection;
  }

  /** Returns the error of an action for which there is no worker. */
  #absenceError(action: string, index: number): Error {
    const refusal = this.refusal(action);
    if (refusal !== undefined) return refusal;
    const reason = this.connections.get(index)?.endReason;
    if (reason === undefined) return new WorkerLostError(index, this.#replacements.causeOf(index));
    return new WorkerLostError(index, new Error(`${reason.message}; ${beingReplaced}`, { cause: reason }));
  }

  // If `attach` throws, the worker is not added.
  #attach(connection: WorkerConnection): void {
    try {
      connection.attach(this.#options.attach(connection));
    } catch (error) {
      this.scheduler.remove(connection.load, []);
      void connection.close();
      throw error;
    }
  }

  #connectionOf(index: number, endpoint: Endpoint, functions: readonly string[]): WorkerConnection {
    return new WorkerConnection(this.scheduler.add(index), endpoint, functions, {
      refused: (task, error) => {
        this.#end(task, 'failed', copyError(task.name, error));
        this.flushSoon(); // a task has left, so there is room for another one
      },
      onError: this.#options.onError,
      sharesMemory: this.#options.sharesMemory,
    });
  }

  #resubmit(tasks: readonly RemoteTask[]): void {
    const byColor = new Map<ColorKey, RemoteTask[]>(); // one worker may have had many colors
    for (const task of tasks) {
      task.status = 'queued';
      if (this.#probe !== undefined) this.#notify('queued', task);
      this.#queueLimit.returned(task);
      this.waits.forget(task);
      const { color } = task.options;
      const same = color === undefined ? undefined : byColor.get(color);
      if (color === undefined) this.scheduler.submit(task);
      else if (same === undefined) byColor.set(color, [task]);
      else same.push(task);
    }
    for (const [color, same] of byColor) this.scheduler.resubmit(same, color);
  }

  #expire(task: RemoteTask, after: number): void {
    const { loop } = this.#options;
    const expiry = new Timer(() => void this.cancel(task, 'expired'), { after });
    loop.submit(expiry);
    const { release } = task;
    task.release = () => {
      loop.cancel(expiry);
      release?.();
    };
  }

  #end(task: RemoteTask, status: EndStatus, value?: unknown): void {
    this.scheduler.completed(task);
    if (task.hasEnded) return; // the task was dropped, and now its function has ended
    if (status === 'failed') this.#fail(task, value);
    else this.#finish(task, status, value);
  }

  #fail(task: RemoteTask, error: unknown): void {
    this.#finish(task, 'failed', error);
    this.#reportFailure(task, error);
  }

  // Called once for each accepted task.
  #finish(task: RemoteTask, status: EndStatus, value?: unknown): void {
    task.end(status, value);
    this.#unfinished.ended();
    if (this.#probe !== undefined) this.#notify('ended', task);
  }

  #refuse(task: RemoteTask): void {
    const { max } = this.#queueLimit;
    const error = new QueueFullError(`submit: fewer than ${max} tasks must be queued (maxQueue)`);
    task.end('failed', error);
    this.#reportFailuresLater([[task, error]]);
  }

  // Waits for a microtask: until then, the application can read `result`, which then reports the
  // failure.
  #reportFailuresLater(failed: readonly Failure[]): void {
    if (failed.length === 0) return;
    queueMicrotask(() => {
      for (const [task, error] of failed) this.#reportFailure(task, error);
    });
  }

  #reportFailure(task: RemoteTask, error: unknown): void {
    if (this.#isDisposed) return;
    if (task.status === 'failed' && !task.isObserved) this.#options.onError(error, task);
  }

  // Takes no closure, which would cost an allocation per task.
  #notify<K extends keyof PoolProbe>(event: K, ...details: Parameters<NonNullable<PoolProbe[K]>>): void {
    const probe = this.#probe;
    if (probe?.[event] === undefined) return;
    try {
      (probe[event] as (...details: unknown[]) => void)(...details);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #flush(): void {
    this.#options.beforeTasks?.();
    this.#isFlushing = false; // everything written so far is sent below
    this.#reclaiming?.reclaimBlocked();
    this.scheduler.dispatch();
    while (this.#reclaiming?.makeRoom() === true) this.scheduler.dispatch();
    if (!this.#isDisposed) this.#reclaiming?.plan();
    const misplaced = this.#endMisplaced();
    const { waiting } = this.scheduler;
    for (const connection of this.connections.values()) connection.flush(waiting > 0);
    this.#options.onSent?.(waiting);
    if (this.#probe !== undefined) this.#notify('flushed', waiting);
    if (this.#queueLimit.hasWaiters) this.#queueLimit.promiseSlots();
    for (const [task, error] of misplaced) this.#reportFailure(task, error);
  }

  // Fails the tasks whose worker does not expose their function. The module of a replacement may
  // differ from that of the other workers.
  #endMisplaced(): readonly Failure[] {
    if (this.#misplaced.length === 0) return none;
    const ended = this.#misplaced.map(
      (task) => [task, this.connections.get(task.worker!.index)!.lacks(task)] as const,
    );
    this.#misplaced = [];
    for (const [task, error] of ended) {
      this.scheduler.completed(task);
      this.#finish(task, 'failed', error);
    }
    this.flushSoon(); // tasks have left, so there is room for others
    return ended;
  }
}

/** A task that has failed before a worker has begun it. */
type Failure = readonly [task: RemoteTask, error: Error];

const none: readonly never[] = [];

const resolved: Promise<void> = /* @__PURE__ */ Promise.resolve();

// The application need not handle the rejection, as with the promises of `QueueLimit.wait`.
function rejected(reason: Error): Promise<never> {
  const promise: Promise<never> = Promise.reject(reason);
  promise.catch(() => {});
  return promise;
}
