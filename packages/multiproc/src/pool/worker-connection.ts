import { checkTransfer } from '../transport/check-transfer.ts';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, type MessageRecord, NONE } from '../transport/message-format.ts';
import { JobClaims } from '../transport/job-claims.ts';
import { MessageWriter } from '../transport/message-writer.ts';
import { writeCall } from '../transport/remote-methods.ts';
import { isPlainThrown, packThrown, plainThrown, type Thrown } from '../transport/thrown.ts';
import type { WorkerLoad } from '../scheduler/worker-load.ts';
import { WorkerPorts } from './worker-ports.ts';
import type { Deadline } from './deadline.ts';
import type { RemoteTask, TaskSource } from '../task/remote-task.ts';

export interface WorkerConnectionOptions {
  /** Told of a task whose arguments cannot be copied. */
  readonly refused: (task: RemoteTask, error: unknown) => void;
  /** Whether it can share memory with this thread. */
  readonly sharesMemory: boolean;
  /** Gets what the application throws. */
  readonly onError: (error: unknown) => void;
}

/** A worker that answered, as the thread that started it sees it. */
export class WorkerConnection {
  readonly load: WorkerLoad;
  /** Names of its functions. */
  readonly functions: readonly string[];
  readonly ports: WorkerPorts;
  /** Undoes what was attached to it. */
  detach: () => void = () => {};
  /** Told of a message of what is attached that cannot be copied. */
  refused: (told: readonly unknown[], error: unknown) => void = () => {};
  /** Called before each task is written. */
  beforeTask: () => void = () => {};
  /** Gives it up if its thread does not end in time. */
  ending: Deadline | undefined;
  /** Why it is being ended; undefined if it is not. */
  endReason: Error | undefined;
  /** Whether it was given up: what still comes from it is of no interest. */
  isGone = false;
  /** Whether something has come from it since somebody looked last. */
  wasHeard = false;
  /** Whether its first answer is awaited: what it is told waits, but for what it was told before. */
  isStarting = false;
  #endpoint: Endpoint;
  #writer: MessageWriter;
  #functionIndices: ReadonlyMap<string, number>; // of the functions, by name
  #source: TaskSource | undefined; // of the task that was sent last
  #functionIndex: number | undefined; // of its function
  #tasks: (RemoteTask | undefined)[] = []; // by id
  #movable: RemoteTask[] = []; // a task's `slot` is its index
  #free: number[] = []; // ids
  #reclaimed: Set<number> = new Set(); // ids of tasks that were taken back, of which the worker does not know yet
  #order = 0;
  #getsMore = false; // as the worker knows
  #pings: (() => void)[] = []; // those that wait
  #claims: JobClaims | undefined; // where memory can be shared
  #holdsLock = false;

  constructor(
    load: WorkerLoad,
    endpoint: Endpoint,
    functions: readonly string[],
    { onError, refused, sharesMemory }: WorkerConnectionOptions,
  ) {
    this.load = load;
    this.#endpoint = endpoint;
    this.functions = functions;
    this.#functionIndices = new Map(functions.map((name, functionIndex) => [name, functionIndex]));
    if (sharesMemory) this.#claims = new JobClaims();
    this.ports = new WorkerPorts({
      send: (...call) => this.send(...call),
      flush: () => this.flush(),
      onError,
    });
    const refuse = ({ values, words: [code, id] }: MessageRecord, error: unknown): void => {
      if (this.isGone) return; // a handler of an error has ended it, and its tasks are elsewhere
      if (code === Code.run) {
        const task = this.take(id!);
        if (task !== undefined) refused(task, error);
      } else if (values[0] === 'ended') this.#refusedEnd(values, error);
      else if (code === Code.call) this.refused(values, error);
    };
    this.#writer = new MessageWriter(endpoint, {
      refused: refuse,
      order: (parts) => parts.toSorted((one, other) => rank(one.record) - rank(other.record)),
      separated: ({ words: [code, id] }) => {
        const task = code === Code.run ? this.#tasks[id!] : undefined;
        if (task !== undefined) task.message = this.#writer.sent;
      },
      onError,
    });
  }

  /** What it works on right now; undefined if that is no task, and `'unknown'` where there is no shared memory to tell. */
  get running(): RemoteTask | 'unknown' | undefined {
    return this.#claims === undefined ? 'unknown' : this.#tasks[this.#claims.running];
  }

  /** The tasks that it has, in the order in which they were sent. */
  get tasks(): RemoteTask[] {
    const tasks = this.#tasks.filter((task) => task !== undefined);
    return tasks.toSorted((one, other) => one.sentAs - other.sentAs);
  }

  /** The tasks that another worker may run instead, in no order. This worker may have begun some of them. */
  get movable(): readonly RemoteTask[] {
    return this.#movable;
  }

  /** The movable task of the lowest priority below `limit`, of equal ones that which was sent last; undefined if there is none. */
  leastImportant(limit: number): RemoteTask | undefined {
    let least: RemoteTask | undefined;
    for (const task of this.#movable) {
      if (task.priority >= limit) continue;
      if (least === undefined || (task.priority - least.priority || least.sentAs - task.sentAs) < 0)
        least = task;
    }
    return least;
  }

  /** The task of an id; undefined if it has none. */
  taskOf(id: number): RemoteTask | undefined {
    return this.#tasks[id];
  }

  /** Whether it will be heard of, if all is well. */
  get mustAnswer(): boolean {
    return this.#free.length < this.#tasks.length || this.#pings.length > 0;
  }

  /** Sends a task with the next flush. Returns false if it does not expose the function. */
  run(task: RemoteTask): boolean {
    const { args, options, wantsResult, source } = task;
    if (source !== this.#source) this.#lookUp(source);
    const functionIndex = this.#functionIndex;
    if (functionIndex === undefined) return false;
    this.beforeTask();
    const id = this.#free.pop() ?? this.#tasks.length;
    if (this.#claims !== undefined) this.#prepareClaim(this.#claims, id);
    if (task.color !== undefined && !this.#holdsLock) this.#holdLock();
    if (task.worker === undefined) this.load.calls++;
    this.#tasks[id] = task;
    task.id = id;
    task.sentAs = this.#order++;
    task.message = this.#writer.sent;
    if (this.#claims !== undefined && mayMove(task)) task.slot = this.#movable.push(task) - 1;
    const { values, words } = this.#writer;
    const color = task.color?.number ?? NONE;
    words.add(Code.run).add(id).add(functionIndex).add(task.priority).add(color);
    words.add(wantsResult ? 1 : 0).add(args.length);
    for (let i = 0; i < args.length; i++) values.push(args[i]);
    if (options.transfer !== undefined) this.#writer.transfer(options.transfer);
    return true;
  }

  /** The error of a task whose function it does not expose: its module is not that of the other workers. */
  lacks({ name }: RemoteTask): RangeError {
    const names = this.functions.join(', ') || 'nothing';
    return new RangeError(`worker ${this.load.index} must expose ${name}, and exposes ${names}`);
  }

  /**
   * Takes a task back from a worker that was given up. Returns whether it has not begun, and never will; without shared memory false, since
   * it may have begun.
   */
  withdraw(task: RemoteTask): boolean {
    return this.#claims?.withdraw(task.id) === true;
  }

  /** Takes a task back from a worker that goes on. Returns whether it has not begun, and never will; without shared memory false. */
  reclaim(task: RemoteTask): boolean {
    this.stays(task);
    if (this.#claims?.withdraw(task.id) !== true) return false;
    this.drop(task);
    this.#tasks[task.id] = undefined;
    this.#reclaimed.add(task.id); // free once the worker has dropped it
    return true;
  }

  /** No other worker may run a task: it has begun, or has gone. */
  stays(task: RemoteTask): void {
    if (this.#movable[task.slot] !== task) return;
    const last = this.#movable.pop()!;
    if (last === task) return;
    this.#movable[task.slot] = last;
    last.slot = task.slot;
  }

  drop(task: RemoteTask): void {
    this.#writer.words.add(Code.cancel).add(task.id);
  }

  /** Asks whether it is there. `ended` is called when it has answered, behind all that it had to send before, or has been lost. */
  ping(ended: () => void = () => {}): void {
    this.#writer.words.add(Code.ping);
    this.#pings.push(ended);
  }

  /**
   * Sends what it is told first. Everything else waits for its answer: the topics that its module has subscribed are known then, and their retained values go
   * before its first task. `ended` as in `ping`.
   */
  start(ended: () => void): void {
    this.ping(() => {
      this.isStarting = false;
      ended();
    });
    this.flush();
    this.isStarting = true;
  }

  /** It is there. */
  answered(): void {
    this.#pings.shift()?.();
  }

  /** Sends a writeCall with the next flush. */
  send(name: string, args: readonly unknown[], transfer: readonly Transferable[] = []): void {
    writeCall(this.#writer, name, args);
    this.#writer.transfer(transfer);
  }

  /** Sends what was written. `tasksWait`: whether there are tasks that no worker has. */
  flush(tasksWait = false): void {
    if (this.isStarting) return;
    const getsMore = this.load.hadJobs || (tasksWait && this.load.hasRoom);
    if (getsMore !== this.#getsMore && !this.#writer.isEmpty) {
      this.#getsMore = getsMore;
      this.#writer.words.add(Code.more).add(getsMore ? 1 : 0);
    }
    this.#writer.flush();
  }

  /** Sends what was written before the caller can change the objects in it. Not for a worker that is starting: what waits for its answer would be sent. */
  flushNow(): void {
    this.#writer.flush();
  }

  /** Sends a writeCall before the caller can change the objects in it. While it is starting, the writeCall waits with copies of them. */
  sendNow(name: string, args: readonly unknown[], transfer: readonly Transferable[] = []): void {
    if (this.isStarting) return this.#tellCopies(name, args, transfer);
    this.send(name, args, transfer);
    this.flushNow();
  }

  #tellCopies(name: string, args: readonly unknown[], transfer: readonly Transferable[]): void {
    try {
      checkTransfer(transfer);
      const [copies, moved] = structuredClone([args, transfer] as const, { transfer: [...transfer] });
      this.send(name, copies, moved);
    } catch (error) {
      this.refused([name, ...args], error);
    }
  }

  /** A task of which it has told the end; undefined if that was taken back before. */
  take(id: number): RemoteTask | undefined {
    const task = this.#tasks[id];
    if (task !== undefined) {
      this.#tasks[id] = undefined;
      if (task.worker === undefined) this.load.calls--;
      this.stays(task);
    }
    if (task !== undefined || this.#reclaimed.delete(id)) this.#free.push(id);
    return task;
  }

  /** Ends it once its last messages have been delivered. Returns false where the platform cannot do that, or if it is being ended. */
  end(reason: Error): boolean {
    const { end } = this.#endpoint;
    if (end === undefined || this.load.isClosed) return false;
    this.load.isClosed = true;
    this.endReason = reason;
    end(reason);
    return true;
  }

  /** Ends it. Resolves when its thread has ended, as far as the platform shows that. */
  close(): Promise<void> {
    this.isGone = true;
    for (const ended of this.#pings) ended();
    return this.#endpoint.close();
  }

  // What a task of this worker came to cannot be brought to it: that is a failure. An error that cannot be sent as it is comes as a text.
  #refusedEnd([, id, status, value]: readonly unknown[], error: unknown): void {
    const isFailure = status === 'failed';
    if (isFailure && isPlainThrown(value as Thrown)) return;
    const thrown = isFailure ? plainThrown(value as Thrown, error) : packThrown(error);
    this.send('ended', [id, 'failed', thrown]);
    this.flush();
  }

  // Tasks of one kind often follow one another.
  #lookUp(source: TaskSource): void {
    this.#source = source;
    this.#functionIndex = this.#functionIndices.get(source.name);
  }

  #prepareClaim(claims: JobClaims, id: number): void {
    if (id < claims.capacity) return claims.reset(id);
    const block = JobClaims.allocate();
    claims.add(block);
    this.#writer.words.add(Code.share);
    this.#writer.values.push(block);
  }

  // Only colors need to know when the thread has ended, and Chromium keeps no page for its back button that holds a lock.
  #holdLock(): void {
    this.#holdsLock = true;
    const { lifetimeLock } = this.#endpoint;
    if (lifetimeLock === undefined) return;
    this.#writer.words.add(Code.hold);
    this.#writer.values.push(lifetimeLock);
  }
}

// Of a whole message a worker reads all telegrams before it begins a task, such as retained values that were written behind the task.
function rank({ words }: MessageRecord): number {
  return words[0] === Code.call ? 0 : 1;
}

// The tasks of a color stay together. Objects that were transferred cannot be sent again. A call is meant for this worker.
function mayMove({ color, worker, options: { transfer } }: RemoteTask): boolean {
  return worker !== undefined && color === undefined && (transfer === undefined || transfer.length === 0);
}
