import { Timer } from '@doha/loop';
import { afterMessages as platform } from '../transport/after-messages.ts';
import { copyError } from '../transport/copy-error.ts';
import type { Endpoint } from '../transport/endpoint.ts';
import { isReference } from '../transport/copy-of.ts';
import { Code, type Message, MessageReader } from '../transport/message-format.ts';
import { readCall } from '../transport/remote-methods.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import { reportRejection } from '../report-rejection.ts';
import type { ColorKey } from '../scheduler/color.ts';
import { CostEstimate } from '../scheduler/cost-estimate.ts';
import { SILENCE } from '../scheduler/worker-load.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { disposed, disposedError } from '../disposed-error.ts';
import { openToNobody } from './worker-ports.ts';
import { Deadline, type DeadlineThread } from './deadline.ts';
import { WorkerConnection } from './worker-connection.ts';
import { WorkerSubscriptions } from './worker-subscriptions.ts';
import { type StartedWorker, tooLate } from './handshake.ts';
import type { RemoteTask } from '../task/remote-task.ts';
import { beingReplaced, Replacements } from './replacements.ts';
import type { TaskReceiver } from '../task/task-kind.ts';
import { Waits } from '../task/waits.ts';
import { WorkerLostError } from './worker-lost-error.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Milliseconds after which a worker that is ended counts as lost, though its thread goes on: native code cannot be interrupted. */
const LONGEST_END = 1000;

export interface PoolOptions {
  readonly window: number | 'auto';
  readonly loop: TimerLoop;
  /** Calls back when what is under way in this thread has ended. */
  readonly atEndOfTurn: (callback: () => void) => void;
  /** Calls back once this thread has received the messages that wait for it. Default: as the platform does. */
  readonly afterMessages?: (callback: () => void) => void;
  /** Starts a worker in the place of one that has gone. */
  readonly replace: () => Promise<StartedWorker>;
  /** Milliseconds in which a new worker must take part in what is shared; > 0. Infinity: no limit. */
  readonly startLimit: number;
  /** Gets the failures of tasks whose results nobody has asked for, and the losses of workers. It must not throw. */
  readonly onError: (error: unknown, task?: RemoteTask) => void;
  /** What could be sent was sent; so many jobs wait. */
  readonly onSent?: (waiting: number) => void;
  /** Called before a task is sent. What it tells the workers goes first. It must not throw. */
  readonly beforeTasks?: () => void;
  /** Told when the worker of an index is asked to listen to a topic. */
  readonly onListen?: (index: number, topic: string) => void;
  /** Whether this thread and the workers can share memory. */
  readonly sharesMemory: boolean;
  /** A worker has come. */
  readonly attach: (connection: WorkerConnection) => Attached;
}

/** What is attached to a worker while it is there. */
export interface Attached {
  /** They get its telegrams. */
  readonly receivers: readonly object[];
  /** Told of a message that cannot be copied. */
  readonly refused?: (told: readonly unknown[], error: unknown) => void;
  /** Called before each of its tasks is written: what it tells the worker arrives first. */
  readonly beforeTask?: () => void;
  /** It has gone. */
  readonly detach: () => void;
}

/** The workers and the tasks between them: what waits, who has what, and how it ends. */
export class Pool implements TaskReceiver {
  readonly scheduler: Scheduler;
  readonly waits: Waits;
  readonly connections: Map<number, WorkerConnection> = new Map();
  readonly subscriptions: WorkerSubscriptions = new WorkerSubscriptions((index, ...call) => {
    const connection = this.connections.get(index);
    if (connection === undefined) return;
    connection.send(...call);
    this.flushSoon();
    if (call[0] === 'listen') this.#options.onListen?.(index, call[1][1]!);
  });
  #options: PoolOptions;
  #replacements: Replacements;
  #costs: Map<string, CostEstimate> = new Map(); // by the function's name
  #misplaced: RemoteTask[] = []; // tasks of functions that their workers do not expose
  #thread: DeadlineThread;
  #isFlushing = false;
  #losing: Map<WorkerConnection, Error> = new Map(); // while callbacks of the application are told of the loss
  #reclaiming: Timer = new Timer(() => this.#flush(), { after: SILENCE });
  #isDisposed = false;

  constructor(options: PoolOptions) {
    const { afterMessages = platform, loop, onError, replace, window } = options;
    this.#options = options;
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
        if (!this.connections.get(worker.index)!.run(task)) this.#misplaced.push(task);
      },
      jobsOf: (worker) => this.connections.get(worker.index)!.tasks,
      now: () => loop.host.now(),
    });
    this.waits = new Waits({
      suspended: (task) => this.#suspended(task),
      resumed: (task) => {
        this.scheduler.resumed(task);
        this.flushSoon();
      },
    });
  }

  /** Sends what there is to send at the end of the turn, so that of what is submitted in it the most important goes first. */
  flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#options.atEndOfTurn(() => this.#flush());
  }

  /** Workers have answered. If one of them cannot take part, all of them are ended. Resolves when they take part in what is shared. */
  async addWorkers(started: readonly StartedWorker[]): Promise<void> {
    try {
      await Promise.all(started.map((one, index) => this.addWorker(index, one)));
    } catch (error) {
      for (const { endpoint } of started) void endpoint.close();
      throw error;
    }
  }

  /** A worker has answered: it is one of them from now on. Resolves when it takes part in what is shared, or has gone. */
  addWorker(index: number, started: StartedWorker): Promise<void> {
    const { endpoint, functions } = started;
    const connection = this.#connectionOf(index, endpoint, functions);
    const { beforeTask, detach, receivers, refused } = this.#attach(connection);
    connection.detach = detach;
    if (beforeTask !== undefined) connection.beforeTask = beforeTask;
    if (refused !== undefined) connection.refused = refused;
    this.connections.set(index, connection);
    this.flushSoon();
    this.subscriptions.resend(index);
    const unreadable = (message: number): void => this.#unreadable(connection, message);
    const closing = (): void => this.lose(connection, new Error('it called close()'));
    const all = [...receivers, connection.ports, { unreadable, closing }];
    const answer = this.#answerOf(connection);
    started.listen({
      message: (message) => this.#read(connection, message, all),
      lost: (reason) => this.lose(connection, reason),
    });
    return answer;
  }

  /** Has a worker run a function now, past the scheduler. */
  call(index: number, task: RemoteTask): void {
    const connection = this.#openConnection(index);
    // Until it has answered, its topics are not known: the call could come before values that were published earlier.
    if (connection === undefined || connection.isStarting)
      return this.#fail(task, this.#absence('call', index));
    task.status = 'sent';
    this.#options.beforeTasks?.();
    if (!connection.run(task)) return this.#fail(task, connection.lacks(task));
    if (task.args.some(isReference)) connection.flushNow(); // the caller may change them afterwards
    else this.flushSoon();
  }

  /** Opens a channel of the application to a worker. */
  connect(index: number, name: string, lost: (reason: Error) => unknown): MessagePort {
    const connection = this.#openConnection(index);
    if (connection === undefined)
      return openToNobody(name, lost, this.#absence('connect', index), this.#options.onError);
    this.flushSoon();
    return connection.ports.open(name, lost);
  }

  /** Ends a worker as a crash would. Returns false if there is none, or it is being ended. */
  terminate(index: number): boolean {
    const connection = this.#openConnection(index);
    if (connection === undefined) return false;
    this.end(connection, new Error('it was terminated'));
    return true;
  }

  /** Ends a worker once its last messages have been delivered, or at once where the platform drops them. Has no effect if it is being ended, or has gone. */
  end(connection: WorkerConnection, reason: Error): void {
    if (this.#openConnection(connection.load.index) !== connection) return;
    const lose = (): void => this.lose(connection, reason);
    if (!connection.end(reason)) lose();
    else connection.ending = new Deadline(LONGEST_END, lose, this.#thread);
  }

  /** Calls back once this thread has received the messages that wait for it. */
  afterMessages(callback: () => void): void {
    this.#thread.afterMessages(callback);
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** A signal of the application has thrown. */
  report(error: unknown, task: RemoteTask): void {
    this.#options.onError(error, task);
  }

  /** A task has failed whose result nobody can ask for. */
  failedUnseen(task: RemoteTask, error: unknown): void {
    if (!this.#isDisposed) this.#options.onError(error, task);
  }

  submit(task: RemoteTask): void {
    const { color, expiresIn } = task.options;
    if (this.#isDisposed) return task.end('failed', disposedError('submit')); // which the application has asked for
    if (expiresIn !== undefined && expiresIn < Infinity) this.#expire(task, expiresIn);
    task.source.cost ??= this.#costOf(task.name);
    this.scheduler.submit(task, color);
    this.flushSoon();
  }

  cancel(task: RemoteTask, reason: 'cancelled' | 'expired'): boolean {
    if (task.status === 'queued') {
      this.scheduler.withdraw(task);
      task.end(reason);
      return true;
    }
    if (task.status !== 'sent' || task.dropReason !== undefined) return false;
    this.flushSoon();
    const connection = this.connections.get(task.worker!.index)!;
    if (connection.reclaim(task)) {
      this.scheduler.completed(task);
      task.end(reason);
      return true;
    }
    task.dropReason = reason;
    connection.drop(task);
    return false;
  }

  rank(task: RemoteTask): void {
    this.scheduler.rank(task);
  }

  // What comes from a worker that was given up, as what it had sent before, is of no interest any more.
  #read(connection: WorkerConnection, message: Message, receivers: readonly object[]): void {
    connection.wasHeard = true;
    connection.load.isStuck = false;
    try {
      const reader = new MessageReader(message);
      while (!reader.isAtEnd && !connection.isGone) this.#readRecord(connection, reader, receivers);
    } catch (cause) {
      this.lose(connection, new Error('it sent a message that cannot be read', { cause }));
    }
    this.#flush();
  }

  // Each record is read completely before anything is done about it. So what is thrown then is no fault of the worker, and the next record can be read.
  #readRecord(connection: WorkerConnection, reader: MessageReader, receivers: readonly object[]): void {
    try {
      const code = reader.code();
      if (code === Code.spent) this.#measured(connection, reader);
      else if (code === Code.call) readCall(reader, receivers, this.#options.onError);
      else if (code === Code.pong) connection.answered();
      else if (code === Code.waits) this.#waits(connection, reader);
      else if (code === Code.yields) this.#yields(connection, reader.integer());
      else if (code === Code.goesOn) this.#goesOn(connection, reader.integer());
      else this.#ended(connection, code, reader);
    } catch (error) {
      if (error instanceof UnreadableError) throw error;
      this.#options.onError(error);
    }
  }

  // What cannot be read throws before the task is taken, so that the task fails with its worker.
  #ended(connection: WorkerConnection, code: number, reader: MessageReader): void {
    const id = reader.integer();
    const value = valueOf(code, reader);
    const task = connection.take(id);
    if (task === undefined) return;
    if (code === Code.done || code === Code.ended) this.#end(task, 'done', value);
    else if (code === Code.failed) this.#end(task, 'failed', value);
    else this.#end(task, task.dropReason ?? 'cancelled');
  }

  #waits(connection: WorkerConnection, reader: MessageReader): void {
    const [id, ms] = [reader.integer(), reader.word()];
    checkMeasure(1, ms);
    const task = connection.taskOf(id);
    if (task === undefined) return;
    if (task.worker !== undefined) task.cost.waited(ms, task.worker.speed);
    this.waits.suspended(task);
  }

  #yields(connection: WorkerConnection, id: number): void {
    const task = connection.taskOf(id);
    if (task === undefined) return;
    this.scheduler.yields(task);
    connection.stays(task);
  }

  // Thousands of tasks may wait in one worker: what is done for each message must not look at them.
  #suspended(task: RemoteTask): void {
    this.scheduler.suspended(task);
    if (task.worker !== undefined) this.connections.get(task.worker.index)?.stays(task);
  }

  // The function of a task that was dropped goes on. The task has ended, and keeps its color until the function ends.
  #goesOn(connection: WorkerConnection, id: number): void {
    const task = connection.taskOf(id);
    if (task === undefined) return void connection.take(id);
    this.#suspended(task);
    if (!task.hasEnded) task.end(task.dropReason ?? 'cancelled');
  }

  #measured(connection: WorkerConnection, reader: MessageReader): void {
    const name = connection.functions[reader.word()];
    if (name === undefined) throw new UnreadableError('a worker must measure functions that it exposes');
    const [jobs, ms] = [reader.word(), reader.word()];
    checkMeasure(jobs, ms);
    this.scheduler.measured(connection.load, this.#costOf(name), jobs, ms);
  }

  #costOf(name: string): CostEstimate {
    let cost = this.#costs.get(name);
    if (cost === undefined) this.#costs.set(name, (cost = new CostEstimate()));
    return cost;
  }

  /**
   * A worker has gone, and another one takes its place. Tasks that had not begun wait again, as do those that may be tried again; the others
   * fail. A color of which a task had begun waits until the thread has ended.
   */
  lose(connection: WorkerConnection, reason: Error): void {
    const { index } = connection.load;
    if (this.connections.get(index) !== connection) return;
    this.connections.delete(index);
    connection.ending?.cancel();
    const { tasks } = connection;
    const waiting = new Set(tasks.filter((task) => connection.withdraw(task)));
    const again = tasks.filter((task) => mayWaitAgain(task, waiting.has(task)));
    const begun = tasks.filter((task) => !waiting.has(task));
    const holds = begun.map((task) => this.scheduler.hold(task));
    this.scheduler.remove(connection.load, tasks);
    const ended = (): void => {
      for (const release of holds) release();
      this.flushSoon();
    };
    void connection.close().then(ended, ended);
    const error = new WorkerLostError(index, reason);
    this.#losing.set(connection, error);
    this.#resubmit(again);
    const lost = tasks.filter((task) => task.status === 'sent');
    for (const task of lost) task.end(task.dropReason ?? 'failed', error);
    attempt(connection.detach, this.#options.onError);
    if (!this.#isDisposed) this.#replacements.begin(index, reason, connection.load.completed > 0);
    this.flushSoon();
    connection.ports.close(error);
    this.#losing.delete(connection);
    this.#tellLoss(error, lost);
  }

  // The application comes last: whatever it does in its callbacks, it finds the tasks and the workers as they are.
  #tellLoss(error: WorkerLostError, lost: readonly RemoteTask[]): void {
    for (const task of lost) this.#writeFailure(task, error);
    if (!this.#isDisposed) this.#options.onError(error);
  }

  /** Ends all workers. Unfinished tasks fail, which is not reported, because the application has asked for it. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#replacements.stop();
    this.#options.loop.cancel(this.#reclaiming);
    this.#abandon();
    for (const [{ ports }, error] of this.#losing) ports.close(error);
    for (const connection of this.connections.values()) this.lose(connection, new Error(disposed));
    this.#abandon();
  }

  // Ends the tasks that wait.
  #abandon(): void {
    const reason = new Error(`no worker had this task: ${disposed}`);
    for (const task of this.scheduler.clear() as RemoteTask[]) task.end('failed', reason);
  }

  // The tasks of a message that the worker cannot read are known. Other records of the message may be missing in the worker.
  #unreadable(connection: WorkerConnection, message: number): void {
    const error = new Error(`worker ${connection.load.index} cannot read the message that holds this task`);
    const unread = connection.tasks.filter((task) => task.message === message && !task.hasEnded);
    for (const task of unread) {
      connection.take(task.id);
      this.scheduler.completed(task);
      task.end('failed', error);
    }
    for (const task of unread) this.#writeFailure(task, error);
    this.lose(connection, new Error('it could not read a message'));
  }

  // Resolves when the worker has answered, or has been lost.
  #answerOf(connection: WorkerConnection): Promise<void> {
    const { startLimit } = this.#options;
    const deadline = new Deadline(startLimit, () => this.lose(connection, tooLate(startLimit)), this.#thread);
    return new Promise((resolve) => {
      connection.start(() => {
        deadline.cancel();
        resolve();
      });
    });
  }

  /** The worker of an index; undefined if there is none that takes tasks. */
  #openConnection(index: number): WorkerConnection | undefined {
    const connection = this.connections.get(index);
    return this.#isDisposed || connection?.load.isClosed === true ? undefined : connection;
  }

  /** Why an action cannot be done with a worker that is not there. */
  #absence(action: string, index: number): Error {
    if (this.#isDisposed) return disposedError(action);
    const reason = this.connections.get(index)?.endReason;
    if (reason === undefined) return new WorkerLostError(index, this.#replacements.causeOf(index));
    return new WorkerLostError(index, new Error(`${reason.message}; ${beingReplaced}`, { cause: reason }));
  }

  // If it throws, there is no such worker.
  #attach(connection: WorkerConnection): Attached {
    try {
      return this.#options.attach(connection);
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
        this.flushSoon(); // there is room for another one
      },
      onError: this.#options.onError,
      sharesMemory: this.#options.sharesMemory,
    });
  }

  #resubmit(tasks: readonly RemoteTask[]): void {
    const byColor = new Map<ColorKey, RemoteTask[]>(); // a worker may have had many
    for (const task of tasks) {
      task.status = 'queued';
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

  #end(task: RemoteTask, status: 'done' | 'failed' | 'cancelled' | 'expired', value?: unknown): void {
    this.scheduler.completed(task);
    if (task.hasEnded) return; // it was dropped while its function went on
    if (status === 'failed') this.#fail(task, value);
    else task.end(status, value);
  }

  #fail(task: RemoteTask, error: unknown): void {
    task.end('failed', error);
    this.#writeFailure(task, error);
  }

  #writeFailure(task: RemoteTask, error: unknown): void {
    if (this.#isDisposed) return;
    if (task.status === 'failed' && !task.isObserved) this.#options.onError(error, task);
  }

  // Tasks behind one that takes long go to an idle worker, unless they have begun. Objects that were moved cannot be sent again.
  #reclaim(): void {
    for (const worker of this.scheduler.occupied().workers) {
      const connection = this.connections.get(worker.index)!;
      const tasks = connection.movable.toSorted((one, other) => one.sentAs - other.sentAs);
      for (const task of tasks) if (this.#takeBack(connection, task)) worker.isStuck = true;
    }
  }

  // What was sent just now may turn out to be behind a task that takes long.
  #reclaimLater(): void {
    const { loop } = this.#options;
    if (this.#isDisposed || loop.isPending(this.#reclaiming)) return;
    if (this.scheduler.occupied().later) loop.submit(this.#reclaiming);
  }

  // A task that waits takes the place of a less important one that has not begun behind a long one. Returns whether there is such a place now.
  #makeRoom(): boolean {
    return this.scheduler.crowded().some(({ worker, urgency }) => {
      const connection = this.connections.get(worker.index)!;
      let task = connection.leastImportant(urgency);
      while (task !== undefined && !this.#takeBack(connection, task))
        task = connection.leastImportant(urgency);
      return task !== undefined;
    });
  }

  #takeBack(connection: WorkerConnection, task: RemoteTask): boolean {
    if (!connection.reclaim(task)) return false;
    this.scheduler.completed(task);
    this.#resubmit([task]);
    return true;
  }

  #flush(): void {
    const { beforeTasks, sharesMemory } = this.#options;
    beforeTasks?.();
    this.#isFlushing = false; // what was told is sent below
    if (sharesMemory) this.#reclaim();
    this.scheduler.dispatch();
    if (sharesMemory) {
      while (this.#makeRoom()) this.scheduler.dispatch();
      this.#reclaimLater();
    }
    const misplaced = this.#endMisplaced();
    const { waiting } = this.scheduler;
    for (const connection of this.connections.values()) connection.flush(waiting > 0);
    this.#options.onSent?.(waiting);
    for (const [task, error] of misplaced) this.#writeFailure(task, error);
  }

  // A module may have changed before a worker was replaced.
  #endMisplaced(): readonly (readonly [RemoteTask, RangeError])[] {
    if (this.#misplaced.length === 0) return none;
    const ended = this.#misplaced.map(
      (task) => [task, this.connections.get(task.worker!.index)!.lacks(task)] as const,
    );
    this.#misplaced = [];
    for (const [task, error] of ended) {
      this.scheduler.completed(task);
      task.end('failed', error);
    }
    this.flushSoon(); // there is room for others
    return ended;
  }
}

const none: readonly never[] = [];

/** What the record of a task's end holds behind the id. Throws an UnreadableError if it is no such record. */
function valueOf(code: number, reader: MessageReader): unknown {
  if (code === Code.ended || code === Code.dropped) return undefined;
  if (code === Code.done) return reader.value();
  if (code === Code.failed) return thrownOf(reader.value());
  throw new UnreadableError(`a worker must not send records of code ${code}`);
}

function checkMeasure(jobs: number, ms: number): void {
  const isMeasure = jobs >= 1 && jobs < Infinity && ms >= 0 && ms < Infinity;
  if (!isMeasure)
    throw new UnreadableError(`a worker must measure times, and sent ${ms} ms for ${jobs} tasks`);
}

function thrownOf(value: unknown): unknown {
  try {
    return unpackThrown(value as Thrown);
  } catch (cause) {
    throw new UnreadableError('an error must be packed', { cause });
  }
}

/** Whether a task of a lost worker may be submitted to another one. Objects that were moved to the lost one are gone. */
function mayWaitAgain(task: RemoteTask, isWaiting: boolean): boolean {
  if (task.worker === undefined || task.dropReason !== undefined || hasMoved(task)) return false;
  return isWaiting || task.mayTryAgain();
}

function hasMoved({ options: { transfer = [] } }: RemoteTask): boolean {
  return transfer.length > 0;
}

function attempt(action: () => unknown, onError: (error: unknown) => void): void {
  try {
    reportRejection(action(), onError);
  } catch (error) {
    onError(error);
  }
}
