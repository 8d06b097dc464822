import { checkTransfer } from '../transport/check-transfer.ts';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, type MessageRecord, NONE } from '../transport/message-format.ts';
import { JobClaims } from '../transport/job-claims.ts';
import { MessageWriter } from '../transport/message-writer.ts';
import { writeCall, type Receiver } from '../transport/remote-methods.ts';
import { isPlainThrown, packThrown, plainThrown, type Thrown } from '../transport/thrown.ts';
import type { WorkerLoad } from '../scheduler/worker-load.ts';
import { WorkerPorts } from './worker-ports.ts';
import type { Deadline } from './deadline.ts';
import type { RemoteTask, TaskSource } from '../task/remote-task.ts';
import type { Transferable } from '../platform-types.ts';

export interface WorkerConnectionOptions {
  /** Called for each task whose arguments cannot be copied. */
  readonly refused: (task: RemoteTask, error: unknown) => void;
  /** Whether this thread can share memory with the worker. */
  readonly sharesMemory: boolean;
  /** Receives errors of the application. */
  readonly onError: (error: unknown) => void;
}

/** Parts that are attached to a worker for its lifetime. */
export interface Attached {
  /** Receivers of the worker's remote calls. */
  readonly receivers: readonly Receiver[];
  /** Called for each remote call that cannot be copied. */
  readonly refused?: (call: readonly unknown[], error: unknown) => void;
  /** Called before a task for the worker is written. Messages that it sends arrive before the task. */
  readonly beforeTask?: () => void;
  /** Called when the worker is gone. */
  readonly detach: () => void;
}

/** The pool's connection to a worker that has answered the hello. */
export class WorkerConnection {
  readonly load: WorkerLoad;
  /** Names of the functions that the worker exposes. */
  readonly functions: readonly string[];
  readonly ports: WorkerPorts;
  /** Receivers of the worker's remote calls. */
  readonly receivers: Receiver[] = [];
  /** Detach the attached parts, the last one first. */
  readonly detachers: (() => void)[] = [];
  /** When it expires, a terminated worker counts as lost even if its thread continues. */
  ending: Deadline | undefined;
  /** The reason why the worker is being terminated; undefined if it is not. */
  endReason: Error | undefined;
  /** Whether the worker counts as lost. Its further messages are ignored. */
  isGone = false;
  /** Whether a message has arrived since the last check of the watchdog. */
  hasNewMessage = false;
  /**
   * Whether the answer to the first ping is awaited. Until it arrives, only the messages that were
   * written before this ping are sent.
   */
  isStarting = false;
  #refused: (call: readonly unknown[], error: unknown) => void;
  #beforeTask: () => void = () => {};
  #endpoint: Endpoint;
  #writer: MessageWriter;
  #functionIndices: ReadonlyMap<string, number>; // by the name of the function
  #source: TaskSource | undefined; // of the last sent task
  #functionIndex: number | undefined; // of the function of that task
  #tasks: (RemoteTask | undefined)[] = []; // by id
  #movable: RemoteTask[] = []; // a task's `slot` is its index
  #free: number[] = []; // unused ids
  #reclaimed: Set<number> = new Set(); // ids of reclaimed tasks that the worker has not dropped yet
  #order = 0;
  #getsMore = false; // as last sent to the worker, see `More` in message-format.ts
  #pings: (() => void)[] = []; // callbacks of unanswered pings
  #claims: JobClaims | undefined; // with shared memory only
  #holdsLock = false;

  constructor(
    load: WorkerLoad,
    endpoint: Endpoint,
    functions: readonly string[],
    { onError, refused, sharesMemory }: WorkerConnectionOptions,
  ) {
    this.load = load;
    this.#refused = (_, error) => onError(error);
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
      if (this.isGone) return; // an error handler has terminated the worker, and its tasks are elsewhere
      if (code === Code.run) {
        const task = this.take(id!);
        if (task !== undefined) refused(task, error);
      } else if (values[0] === 'ended') this.#refusedEnd(values, error);
      else if (code === Code.call) this.#refused(values, error);
    };
    this.#writer = new MessageWriter(endpoint, {
      refused: refuse,
      order: (parts) => parts.toSorted((one, other) => rank(one.record) - rank(other.record)),
      separated: ({ words: [code, id] }) => {
        const task = code === Code.run ? this.#tasks[id!] : undefined;
        if (task !== undefined) task.messageNumber = this.#writer.sent;
      },
      onError,
    });
  }

  /** Attaches a part to the worker for its lifetime. */
  attach({ beforeTask, detach, receivers, refused }: Attached): void {
    this.receivers.push(...receivers);
    this.detachers.unshift(detach);
    if (beforeTask !== undefined) this.#beforeTask = beforeTask;
    if (refused !== undefined) this.#refused = refused;
  }

  /** The running task of the worker; undefined if no task is running. Without shared memory `'unknown'`. */
  get running(): RemoteTask | 'unknown' | undefined {
    return this.#claims === undefined ? 'unknown' : this.#tasks[this.#claims.running];
  }

  /** The unfinished tasks of the worker, in the order in which they were sent. */
  get tasks(): RemoteTask[] {
    const tasks = this.#tasks.filter((task) => task !== undefined);
    return tasks.toSorted((one, other) => one.sentAs - other.sentAs);
  }

  /** The tasks that may move to another worker, in no particular order. The worker may have begun some of them. */
  get movable(): readonly RemoteTask[] {
    return this.#movable;
  }

  /** Returns the movable task of the lowest priority below `limit`; among equals the one that was sent last. Returns undefined if there is none. */
  leastImportant(limit: number): RemoteTask | undefined {
    let least: RemoteTask | undefined;
    for (const task of this.#movable) {
      if (task.priority >= limit) continue;
      if (least === undefined || (task.priority - least.priority || least.sentAs - task.sentAs) < 0)
        least = task;
    }
    return least;
  }

  /** Returns the task of an id; undefined if there is none. */
  taskOf(id: number): RemoteTask | undefined {
    return this.#tasks[id];
  }

  /** Whether a message of the worker is expected: it has tasks, or has not answered a ping. */
  get mustAnswer(): boolean {
    return this.#free.length < this.#tasks.length || this.#pings.length > 0;
  }

  /** Writes a task, which is sent with the next flush. Returns false if the worker does not expose the function. */
  run(task: RemoteTask): boolean {
    const { args, options, wantsResult, source } = task;
    if (source !== this.#source) this.#lookUp(source);
    const functionIndex = this.#functionIndex;
    if (functionIndex === undefined) return false;
    this.#beforeTask();
    const id = this.#free.pop() ?? this.#tasks.length;
    if (this.#claims !== undefined) this.#prepareClaim(this.#claims, id);
    if (task.color !== undefined && !this.#holdsLock) this.#holdLock();
    if (task.worker === undefined) this.load.calls++;
    this.#tasks[id] = task;
    task.id = id;
    task.sentAs = this.#order++;
    task.messageNumber = this.#writer.sent;
    if (this.#claims !== undefined && mayMove(task)) task.slot = this.#movable.push(task) - 1;
    const { values, words } = this.#writer;
    const color = task.color?.number ?? NONE;
    words.add(Code.run).add(id).add(functionIndex).add(task.priority).add(color);
    words.add(wantsResult ? 1 : 0).add(args.length);
    for (let i = 0; i < args.length; i++) values.push(args[i]);
    if (options.transfer !== undefined) this.#writer.transfer(options.transfer);
    return true;
  }

  /** The error of a task whose function the worker does not expose, because its module differs from that of the other workers. */
  lacks({ name }: RemoteTask): RangeError {
    const names = this.functions.join(', ') || 'nothing';
    return new RangeError(`worker ${this.load.index} must expose ${name}, and exposes ${names}`);
  }

  /**
   * Withdraws a task from a lost worker. Returns true if the worker has not begun the task and
   * never will. Returns false without shared memory, because the worker may have begun it.
   */
  withdraw(task: RemoteTask): boolean {
    return this.#claims?.withdraw(task.id) === true;
  }

  /**
   * Withdraws a task from a worker that continues to run. Returns true if the worker has not begun
   * the task and never will. Returns false without shared memory.
   */
  reclaim(task: RemoteTask): boolean {
    this.removeMovable(task);
    if (this.#claims?.withdraw(task.id) !== true) return false;
    this.drop(task);
    this.#tasks[task.id] = undefined;
    if (task.worker === undefined) this.load.calls--;
    this.#reclaimed.add(task.id); // the id is free once the worker has dropped the task
    return true;
  }

  /** Marks a task as not movable, because it has begun or has left. */
  removeMovable(task: RemoteTask): void {
    if (this.#movable[task.slot] !== task) return;
    const last = this.#movable.pop()!;
    if (last === task) return;
    this.#movable[task.slot] = last;
    last.slot = task.slot;
  }

  drop(task: RemoteTask): void {
    this.#writer.words.add(Code.cancel).add(task.id);
  }

  /** Sends a ping with the next flush. `ended` is called when the worker has answered, after all its earlier messages, or when it is lost. */
  ping(ended: () => void = () => {}): void {
    this.#writer.words.add(Code.ping);
    this.#pings.push(ended);
  }

  /**
   * Sends the messages that were written so far, and a ping. Later messages wait for the answer.
   * When it arrives, the subscriptions of the worker's module are known, so retained values can be
   * sent before the first task. `ended`: as in `ping`.
   */
  start(ended: () => void): void {
    this.ping(() => {
      this.isStarting = false;
      ended();
    });
    this.flush();
    this.isStarting = true;
  }

  /** Called for each answer to a ping. */
  answered(): void {
    this.#pings.shift()?.();
  }

  /** Writes a remote call, which is sent with the next flush. */
  send(name: string, args: readonly unknown[], transfer: readonly Transferable[] = []): void {
    writeCall(this.#writer, name, args);
    this.#writer.transfer(transfer);
  }

  /** Sends the written records. `tasksWait`: whether tasks are queued. */
  flush(tasksWait = false): void {
    if (this.isStarting) return;
    const getsMore = this.load.hadJobs || (tasksWait && this.load.hasRoom);
    if (getsMore !== this.#getsMore && !this.#writer.isEmpty) {
      this.#getsMore = getsMore;
      this.#writer.words.add(Code.more).add(getsMore ? 1 : 0);
    }
    this.#writer.flush();
  }

  /**
   * Sends the written records at once, before the caller can change the objects in them. Must not
   * be called for a starting worker: it would also send the records that wait for the worker's
   * answer.
   */
  flushNow(): void {
    this.#writer.flush();
  }

  /**
   * Sends a remote call before the caller can change the objects in it. If the worker is starting,
   * the call waits, and the objects are copied.
   */
  sendNow(name: string, args: readonly unknown[], transfer: readonly Transferable[] = []): void {
    if (this.isStarting) return this.#sendCopies(name, args, transfer);
    this.send(name, args, transfer);
    this.flushNow();
  }

  #sendCopies(name: string, args: readonly unknown[], transfer: readonly Transferable[]): void {
    try {
      checkTransfer(transfer);
      const [copies, moved] = structuredClone([args, transfer] as const, {
        transfer: [...transfer] as globalThis.Transferable[],
      });
      this.send(name, copies, moved);
    } catch (error) {
      this.#refused([name, ...args], error);
    }
  }

  /** Removes a task whose end the worker has reported. Returns undefined if the task was reclaimed before. */
  take(id: number): RemoteTask | undefined {
    const task = this.#tasks[id];
    if (task !== undefined) {
      this.#tasks[id] = undefined;
      if (task.worker === undefined) this.load.calls--;
      this.removeMovable(task);
    }
    if (task !== undefined || this.#reclaimed.delete(id)) this.#free.push(id);
    return task;
  }

  /** Terminates the worker after its last messages were delivered. Returns false if the platform cannot do that, or if the worker is being terminated. */
  end(reason: Error): boolean {
    const { end } = this.#endpoint;
    if (end === undefined || this.load.isClosed) return false;
    this.load.isClosed = true;
    this.endReason = reason;
    end(reason);
    return true;
  }

  /** Terminates the worker. Resolves when its thread has ended, as far as the platform reports that. */
  close(): Promise<void> {
    this.isGone = true;
    for (const ended of this.#pings) ended();
    return this.#endpoint.close();
  }

  // The result of a nested task of this worker cannot be copied, so the task fails. An error that cannot be copied is replaced by its text.
  #refusedEnd([, id, status, value]: readonly unknown[], error: unknown): void {
    const isFailure = status === 'failed';
    if (isFailure && isPlainThrown(value as Thrown)) return;
    const thrown = isFailure ? plainThrown(value as Thrown, error) : packThrown(error);
    this.send('ended', [id, 'failed', thrown]);
    this.flush();
  }

  // Successive tasks often call the same function.
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

  // The worker holds the lock from its first task with a color on, because only a color must wait
  // for the end of the thread. Workers without such tasks hold none, because Chromium does not keep
  // a page with a lock in its back/forward cache.
  #holdLock(): void {
    this.#holdsLock = true;
    const { lifetimeLock } = this.#endpoint;
    if (lifetimeLock === undefined) return;
    this.#writer.words.add(Code.hold);
    this.#writer.values.push(lifetimeLock);
  }
}

// The order of records that are sent separately: remote calls first. A worker reads all remote
// calls of a message before it begins a task of that message, and a task may need a call that was
// written after it, such as a retained value.
function rank({ words }: MessageRecord): number {
  return words[0] === Code.call ? 0 : 1;
}

// The tasks of a color stay together. Transferred objects cannot be sent again. A call is meant for this worker.
function mayMove({ color, worker, options: { transfer } }: RemoteTask): boolean {
  return worker !== undefined && color === undefined && (transfer === undefined || transfer.length === 0);
}
