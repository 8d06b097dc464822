import { Timer } from '@doha/loop';
import { afterMessages as platform } from '../transport/after-messages.ts';
import { copyError } from '../transport/copy-error.ts';
import type { Endpoint } from '../transport/endpoint.ts';
import { isReference } from '../transport/copy-of.ts';
import { Code, type Envelope, EnvelopeReader } from '../transport/envelope.ts';
import { readTelegram } from '../transport/telegraph.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import { reportRejection } from '../report-rejection.ts';
import type { ColorKey } from '../scheduler/color.ts';
import { FunctionCost } from '../scheduler/function-cost.ts';
import { SILENCE } from '../scheduler/lane.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { disposed, disposedError } from '../disposed-error.ts';
import { openToNobody } from './connections.ts';
import { Deadline, type DeadlineThread } from './deadline.ts';
import { Member } from './member.ts';
import { StandingOrders } from './standing-orders.ts';
import { type Joined, tooLate } from './join.ts';
import type { RemoteTask } from '../task/remote-task.ts';
import { beingReplaced, Replacements } from './replacements.ts';
import type { TaskTaker } from '../task/task-kind.ts';
import { Waits } from '../task/waits.ts';
import { WorkerLostError } from './worker-lost-error.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Milliseconds after which a worker that is ended counts as lost, though its thread goes on: native code cannot be interrupted. */
const LONGEST_END = 1000;

export interface CrewOptions {
  readonly window: number | 'auto';
  readonly loop: TimerLoop;
  /** Calls back when what is under way in this thread has ended. */
  readonly atEndOfTurn: (callback: () => void) => void;
  /** Calls back once this thread has received the messages that wait for it. Default: as the platform does. */
  readonly afterMessages?: (callback: () => void) => void;
  /** Starts a worker in the place of one that has gone. */
  readonly replace: () => Promise<Joined>;
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
  readonly attach: (member: Member) => Attached;
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
export class Crew implements TaskTaker {
  readonly scheduler: Scheduler;
  readonly waits: Waits;
  readonly members: Map<number, Member> = new Map();
  readonly orders: StandingOrders = new StandingOrders((index, ...told) => {
    const member = this.members.get(index);
    if (member === undefined) return;
    member.tell(...told);
    this.flushSoon();
    if (told[0] === 'listen') this.#options.onListen?.(index, told[1][1]!);
  });
  #options: CrewOptions;
  #replacements: Replacements;
  #costs: Map<string, FunctionCost> = new Map(); // by the function's name
  #misplaced: RemoteTask[] = []; // tasks of functions that their workers do not expose
  #thread: DeadlineThread;
  #isFlushing = false;
  #losing: Map<Member, Error> = new Map(); // while callbacks of the application are told of the loss
  #reclaiming: Timer = new Timer(() => this.#flush(), { after: SILENCE });
  #isDisposed = false;

  constructor(options: CrewOptions) {
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
      started: (index, joined) => void this.enlist(index, joined),
      onError,
    });
    this.scheduler = new Scheduler({
      window,
      send: (job, lane) => {
        const task = job as RemoteTask;
        task.status = 'sent';
        if (!this.members.get(lane.index)!.run(task)) this.#misplaced.push(task);
      },
      jobsOf: (lane) => this.members.get(lane.index)!.tasks,
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
  async enlistAll(joined: readonly Joined[]): Promise<void> {
    try {
      await Promise.all(joined.map((one, index) => this.enlist(index, one)));
    } catch (error) {
      for (const { endpoint } of joined) void endpoint.close();
      throw error;
    }
  }

  /** A worker has answered: it is one of them from now on. Resolves when it takes part in what is shared, or has gone. */
  enlist(index: number, joined: Joined): Promise<void> {
    const { endpoint, functions } = joined;
    const member = this.#memberOf(index, endpoint, functions);
    const { beforeTask, detach, receivers, refused } = this.#attach(member);
    member.detach = detach;
    if (beforeTask !== undefined) member.beforeTask = beforeTask;
    if (refused !== undefined) member.refused = refused;
    this.members.set(index, member);
    this.flushSoon();
    this.orders.renew(index);
    const unreadable = (message: number): void => this.#unreadable(member, message);
    const closing = (): void => this.lose(member, new Error('it called close()'));
    const all = [...receivers, member.connections, { unreadable, closing }];
    const answer = this.#answerOf(member);
    joined.listen({
      message: (envelope) => this.#read(member, envelope, all),
      lost: (reason) => this.lose(member, reason),
    });
    return answer;
  }

  /** Has a worker run a function now, past the scheduler. */
  call(index: number, task: RemoteTask): void {
    const member = this.#openMember(index);
    // Until it has answered, its topics are not known: the call could come before values that were published earlier.
    if (member === undefined || member.isStarting) return this.#fail(task, this.#absence('call', index));
    task.status = 'sent';
    this.#options.beforeTasks?.();
    if (!member.run(task)) return this.#fail(task, member.lacks(task));
    if (task.args.some(isReference)) member.sendNow(); // the caller may change them afterwards
    else this.flushSoon();
  }

  /** Opens a channel of the application to a worker. */
  connect(index: number, name: string, lost: (reason: Error) => unknown): MessagePort {
    const member = this.#openMember(index);
    if (member === undefined)
      return openToNobody(name, lost, this.#absence('connect', index), this.#options.onError);
    this.flushSoon();
    return member.connections.open(name, lost);
  }

  /** Ends a worker as a crash would. Returns false if there is none, or it is being ended. */
  terminate(index: number): boolean {
    const member = this.#openMember(index);
    if (member === undefined) return false;
    this.end(member, new Error('it was terminated'));
    return true;
  }

  /** Ends a worker once its last messages have been delivered, or at once where the platform drops them. Has no effect if it is being ended, or has gone. */
  end(member: Member, reason: Error): void {
    if (this.#openMember(member.lane.index) !== member) return;
    const lose = (): void => this.lose(member, reason);
    if (!member.end(reason)) lose();
    else member.ending = new Deadline(LONGEST_END, lose, this.#thread);
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
    const member = this.members.get(task.lane!.index)!;
    if (member.reclaim(task)) {
      this.scheduler.completed(task);
      task.end(reason);
      return true;
    }
    task.dropReason = reason;
    member.drop(task);
    return false;
  }

  rank(task: RemoteTask): void {
    this.scheduler.rank(task);
  }

  // What comes from a worker that was given up, as what it had sent before, is of no interest any more.
  #read(member: Member, envelope: Envelope, receivers: readonly object[]): void {
    member.wasHeard = true;
    member.lane.isStuck = false;
    try {
      const reader = new EnvelopeReader(envelope);
      while (!reader.isAtEnd && !member.isGone) this.#readRecord(member, reader, receivers);
    } catch (cause) {
      this.lose(member, new Error('it sent a message that cannot be read', { cause }));
    }
    this.#flush();
  }

  // Each record is read completely before anything is done about it. So what is thrown then is no fault of the worker, and the next record can be read.
  #readRecord(member: Member, reader: EnvelopeReader, receivers: readonly object[]): void {
    try {
      const code = reader.code();
      if (code === Code.spent) this.#measured(member, reader);
      else if (code === Code.telegram) readTelegram(reader, receivers, this.#options.onError);
      else if (code === Code.pong) member.answered();
      else if (code === Code.waits) this.#waits(member, reader);
      else if (code === Code.yields) this.#yields(member, reader.integer());
      else if (code === Code.goesOn) this.#goesOn(member, reader.integer());
      else this.#ended(member, code, reader);
    } catch (error) {
      if (error instanceof UnreadableError) throw error;
      this.#options.onError(error);
    }
  }

  // What cannot be read throws before the task is taken, so that the task fails with its worker.
  #ended(member: Member, code: number, reader: EnvelopeReader): void {
    const id = reader.integer();
    const value = valueOf(code, reader);
    const task = member.take(id);
    if (task === undefined) return;
    if (code === Code.done || code === Code.ended) this.#end(task, 'done', value);
    else if (code === Code.failed) this.#end(task, 'failed', value);
    else this.#end(task, task.dropReason ?? 'cancelled');
  }

  #waits(member: Member, reader: EnvelopeReader): void {
    const [id, ms] = [reader.integer(), reader.word()];
    checkMeasure(1, ms);
    const task = member.taskOf(id);
    if (task === undefined) return;
    if (task.lane !== undefined) task.cost.waited(ms, task.lane.speed);
    this.waits.suspended(task);
  }

  #yields(member: Member, id: number): void {
    const task = member.taskOf(id);
    if (task === undefined) return;
    this.scheduler.yields(task);
    member.stays(task);
  }

  // Thousands of tasks may wait in one worker: what is done for each message must not look at them.
  #suspended(task: RemoteTask): void {
    this.scheduler.suspended(task);
    if (task.lane !== undefined) this.members.get(task.lane.index)?.stays(task);
  }

  // The function of a task that was dropped goes on. The task has ended, and keeps its color until the function ends.
  #goesOn(member: Member, id: number): void {
    const task = member.taskOf(id);
    if (task === undefined) return void member.take(id);
    this.#suspended(task);
    if (!task.hasEnded) task.end(task.dropReason ?? 'cancelled');
  }

  #measured(member: Member, reader: EnvelopeReader): void {
    const name = member.functions[reader.word()];
    if (name === undefined) throw new UnreadableError('a worker must measure functions that it exposes');
    const [jobs, ms] = [reader.word(), reader.word()];
    checkMeasure(jobs, ms);
    this.scheduler.measured(member.lane, this.#costOf(name), jobs, ms);
  }

  #costOf(name: string): FunctionCost {
    let cost = this.#costs.get(name);
    if (cost === undefined) this.#costs.set(name, (cost = new FunctionCost()));
    return cost;
  }

  /**
   * A worker has gone, and another one takes its place. Tasks that had not begun wait again, as do those that may be tried again; the others
   * fail. A color of which a task had begun waits until the thread has ended.
   */
  lose(member: Member, reason: Error): void {
    const { index } = member.lane;
    if (this.members.get(index) !== member) return;
    this.members.delete(index);
    member.ending?.cancel();
    const { tasks } = member;
    const waiting = new Set(tasks.filter((task) => member.withdraw(task)));
    const again = tasks.filter((task) => mayWaitAgain(task, waiting.has(task)));
    const begun = tasks.filter((task) => !waiting.has(task));
    const holds = begun.map((task) => this.scheduler.hold(task));
    this.scheduler.remove(member.lane, tasks);
    const ended = (): void => {
      for (const release of holds) release();
      this.flushSoon();
    };
    void member.close().then(ended, ended);
    const error = new WorkerLostError(index, reason);
    this.#losing.set(member, error);
    this.#resubmit(again);
    const lost = tasks.filter((task) => task.status === 'sent');
    for (const task of lost) task.end(task.dropReason ?? 'failed', error);
    attempt(member.detach, this.#options.onError);
    if (!this.#isDisposed) this.#replacements.begin(index, reason, member.lane.completed > 0);
    this.flushSoon();
    member.connections.close(error);
    this.#losing.delete(member);
    this.#tellLoss(error, lost);
  }

  // The application comes last: whatever it does in its callbacks, it finds the tasks and the workers as they are.
  #tellLoss(error: WorkerLostError, lost: readonly RemoteTask[]): void {
    for (const task of lost) this.#tellFailure(task, error);
    if (!this.#isDisposed) this.#options.onError(error);
  }

  /** Ends all workers. Unfinished tasks fail, which is not reported, because the application has asked for it. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#replacements.stop();
    this.#options.loop.cancel(this.#reclaiming);
    this.#abandon();
    for (const [{ connections }, error] of this.#losing) connections.close(error);
    for (const member of this.members.values()) this.lose(member, new Error(disposed));
    this.#abandon();
  }

  // Ends the tasks that wait.
  #abandon(): void {
    const reason = new Error(`no worker had this task: ${disposed}`);
    for (const task of this.scheduler.clear() as RemoteTask[]) task.end('failed', reason);
  }

  // The tasks of a message that the worker cannot read are known. Other records of the message may be missing in the worker.
  #unreadable(member: Member, message: number): void {
    const error = new Error(`worker ${member.lane.index} cannot read the message that holds this task`);
    const unread = member.tasks.filter((task) => task.message === message && !task.hasEnded);
    for (const task of unread) {
      member.take(task.id);
      this.scheduler.completed(task);
      task.end('failed', error);
    }
    for (const task of unread) this.#tellFailure(task, error);
    this.lose(member, new Error('it could not read a message'));
  }

  // Resolves when the worker has answered, or has been lost.
  #answerOf(member: Member): Promise<void> {
    const { startLimit } = this.#options;
    const deadline = new Deadline(startLimit, () => this.lose(member, tooLate(startLimit)), this.#thread);
    return new Promise((resolve) => {
      member.start(() => {
        deadline.cancel();
        resolve();
      });
    });
  }

  /** The worker of an index; undefined if there is none that takes tasks. */
  #openMember(index: number): Member | undefined {
    const member = this.members.get(index);
    return this.#isDisposed || member?.lane.isClosed === true ? undefined : member;
  }

  /** Why an action cannot be done with a worker that is not there. */
  #absence(action: string, index: number): Error {
    if (this.#isDisposed) return disposedError(action);
    const reason = this.members.get(index)?.endReason;
    if (reason === undefined) return new WorkerLostError(index, this.#replacements.causeOf(index));
    return new WorkerLostError(index, new Error(`${reason.message}; ${beingReplaced}`, { cause: reason }));
  }

  // If it throws, there is no such worker.
  #attach(member: Member): Attached {
    try {
      return this.#options.attach(member);
    } catch (error) {
      this.scheduler.remove(member.lane, []);
      void member.close();
      throw error;
    }
  }

  #memberOf(index: number, endpoint: Endpoint, functions: readonly string[]): Member {
    return new Member(this.scheduler.add(index), endpoint, functions, {
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
    this.#tellFailure(task, error);
  }

  #tellFailure(task: RemoteTask, error: unknown): void {
    if (this.#isDisposed) return;
    if (task.status === 'failed' && !task.isObserved) this.#options.onError(error, task);
  }

  // Tasks behind one that takes long go to an idle worker, unless they have begun. Objects that were moved cannot be sent again.
  #reclaim(): void {
    for (const lane of this.scheduler.occupied().lanes) {
      const member = this.members.get(lane.index)!;
      const tasks = member.movable.toSorted((one, other) => one.sentAs - other.sentAs);
      for (const task of tasks) if (this.#takeBack(member, task)) lane.isStuck = true;
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
    return this.scheduler.crowded().some(({ lane, urgency }) => {
      const member = this.members.get(lane.index)!;
      let task = member.leastImportant(urgency);
      while (task !== undefined && !this.#takeBack(member, task)) task = member.leastImportant(urgency);
      return task !== undefined;
    });
  }

  #takeBack(member: Member, task: RemoteTask): boolean {
    if (!member.reclaim(task)) return false;
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
    for (const member of this.members.values()) member.flush(waiting > 0);
    this.#options.onSent?.(waiting);
    for (const [task, error] of misplaced) this.#tellFailure(task, error);
  }

  // A module may have changed before a worker was replaced.
  #endMisplaced(): readonly (readonly [RemoteTask, RangeError])[] {
    if (this.#misplaced.length === 0) return none;
    const ended = this.#misplaced.map(
      (task) => [task, this.members.get(task.lane!.index)!.lacks(task)] as const,
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
function valueOf(code: number, reader: EnvelopeReader): unknown {
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
  if (task.lane === undefined || task.dropReason !== undefined || hasMoved(task)) return false;
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
