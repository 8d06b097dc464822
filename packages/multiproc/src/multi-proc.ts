import { type SubmitterToPool, submitterToPool } from './task/nested-task-messages.ts';
import { receiver } from './transport/remote-methods.ts';
import { type EventLoop, Timer } from '@doha/loop';
import { checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import type { ArgumentsOf } from './transport/remote-methods.ts';
import { canShareMemory } from './transport/can-share-memory.ts';
import { type Thrown, unpackThrown } from './transport/thrown.ts';
import { checkStartOptions } from './pool/check-start-options.ts';
import { NestedTasks } from './task/nested-tasks.ts';
import { Pool } from './pool/pool.ts';
import type { Attached, WorkerConnection } from './pool/worker-connection.ts';
import { startLimits, Startup, type BackendOptions, type Backend } from './pool/startup.ts';
import type { SubmitOptions } from './task/remote-task.ts';
import { KeepAlive } from './pool/keep-alive.ts';
import type { PoolProbe } from './pool/pool-probe.ts';
import { PoolTimers } from './pool/pool-timers.ts';
import { type ErrorHandler, safeErrorHandler } from './pool/safe-error-handler.ts';
import { Sizer } from './pool/sizer.ts';
import { Sizing } from './pool/sizing.ts';
import { Runs } from './task/runs.ts';
import { type Functions, type ResultOf, TaskKind, type TaskKindOptions } from './task/task-kind.ts';
import { type MultiProcStatistics, statisticsOf } from './pool/statistics.ts';
import { Watchdog } from './pool/watchdog.ts';
import { thisMachine, workersFor } from './pool/worker-count.ts';
import { WorkerHandle } from './pool/worker-handle.ts';
import type { ColorKey } from './scheduler/color.ts';

/** Options of {@link MultiProc.start}. */
export interface MultiProcOptions<F> extends BackendOptions<F> {
  /**
   * Number of workers, 0 to 1,024. With 0, all tasks run in the calling thread; then `inThread` is required. 'auto', the default: the number of cores less
   * one, at most 16, and at most 2 on mobile devices. With 'auto', workers that do not add throughput get no tasks.
   */
  workers?: number | 'auto' | undefined;
  /**
   * Tasks that a worker may have at once, not counting those that wait for a promise; ≥ 1, also Infinity. 'auto', the default: about one millisecond of
   * work, at least two tasks.
   */
  window?: number | 'auto' | undefined;
  /**
   * Largest number of queued tasks, which no worker has yet; whole, ≥ 1. A further task of this
   * thread fails with a QueueFullError. Nested tasks count, but are always accepted. Default
   * Infinity.
   */
  maxQueue?: number | undefined;
  /**
   * Color of the tasks that this thread submits without a color of their own. These tasks then run
   * one after another. Nested tasks do not get this color. Default: no color.
   */
  color?: ColorKey | undefined;
  /**
   * Time in ms after which a worker that has work and does not answer counts as lost; ≥ 1. Default Infinity, because a worker does not answer during a
   * long computation.
   */
  unresponsiveTimeout?: number | undefined;
  /**
   * Whether the error of an unresponsive worker names the line of `submit`, `post`, `run` or
   * `call`, not that of `proc.task`. Costs 1 to 2 µs per task. Default false.
   */
  traces?: boolean | undefined;
  /**
   * Receives the errors of tasks whose `result` was never read, the losses of workers, failed attempts to replace workers, and errors of listeners and
   * other callbacks of the application. Default: `console.error`.
   */
  onError?: ErrorHandler | undefined;
  /** The event loop for the timers of the pool, which pause while it is stopped. Default: a new one. */
  loop?: EventLoop | undefined;
  /** Callbacks for measurements, such as `recorder.pool()` of `@doha/monitor`. Default: none. */
  probe?: PoolProbe | undefined;
}

/** Options of {@link MultiProc.close}. */
export interface CloseOptions {
  /** Time in ms after which unfinished tasks fail, as by `dispose`; ≥ 0. Default Infinity: the pool waits until all have ended. */
  timeout?: number | undefined;
}

/** The parts of a started pool. @internal */
export interface MultiProcParts {
  readonly pool: Pool;
  readonly backend: Backend;
  readonly workers: number;
  readonly kinds: TaskKindOptions;
  readonly runs: Runs;
  readonly startup: Startup;
  readonly timers: PoolTimers;
  readonly keepAlive: KeepAlive;
  readonly onError: ErrorHandler;
  /** Adds an extension. Resolves when all workers have answered its first messages. */
  readonly extend: (extension: PoolExtension) => Promise<void>;
  /** Called in this order when the pool is disposed of. */
  readonly ends: readonly (() => void)[];
}

/** An addition to a pool, such as the shared state. @internal */
export interface PoolExtension {
  /** Called for each worker. */
  readonly attach: (connection: WorkerConnection) => Attached;
  /** Called before tasks are sent. Messages that it sends to workers arrive before the tasks. Must not throw. */
  readonly beforeTasks: () => void;
  readonly dispose: () => void;
}

/** A worker pool with priorities (MultiProc in DOHA, WWW'12 §2.2). `share` of `@doha/multiproc/shared` adds topics, tables and entities to it. */
export class MultiProc<F extends Functions> {
  /** The backend: where tasks run. */
  readonly backend: Backend;
  /** Number of workers; 1 if tasks run in the calling thread. */
  readonly workers: number;
  /** @internal */ readonly parts: MultiProcParts;

  private constructor(parts: MultiProcParts) {
    const isStarted = (parts as MultiProcParts | undefined)?.pool instanceof Pool;
    checkKind('new MultiProc: it', isStarted, 'started by await MultiProc.start(options)', parts);
    this.backend = parts.backend;
    this.workers = parts.workers;
    this.parts = parts;
  }

  /**
   * Starts workers and waits until they have answered. Rejects with a TypeError or a RangeError if an option is invalid, with a TypeError if
   * none of `spawn`, `script` and `inThread` is given, and with an AggregateError that has the reason of each backend if none works.
   */
  static async start<F extends Functions>(options: MultiProcOptions<F>): Promise<MultiProc<F>> {
    checkStartOptions(options);
    const {
      color,
      maxQueue = Infinity,
      probe,
      startLimit = startLimits.only,
      traces = false,
      unresponsiveTimeout = Infinity,
      window = 'auto',
    } = options;
    const onError = safeErrorHandler(options.onError);
    const isAuto = options.workers === undefined || options.workers === 'auto';
    const count = isAuto ? workersFor(thisMachine()) : (options.workers as number);
    let sizer: Sizer | undefined;
    let extension: PoolExtension | undefined;
    const startup = new Startup(options, count > 0 || (isAuto && options.inThread === undefined));
    const timers = new PoolTimers(options.loop);
    const keepAlive = new KeepAlive();
    const started = keepAlive.hold();
    const pool: Pool = new Pool({
      window,
      maxQueue,
      probe,
      keepAlive,
      loop: timers,
      // oxlint-disable-next-line promise/no-callback-in-promise -- does the same as queueMicrotask, which takes several times as long in browsers
      soon: (callback) => void resolved.then(callback),
      onError,
      replace: async () => (await startup.start(1))[0]!,
      startLimit,
      sharesMemory: canShareMemory(),
      attach(connection) {
        connection.attach(attach(connection, pool, onError));
        return extension?.attach(connection) ?? nothing;
      },
      onSent: (waiting) => sizer?.sent(waiting),
      beforeTasks: () => extension?.beforeTasks(),
    });
    const extend = (added: PoolExtension): Promise<void> => {
      const refusal = pool.refusal('share');
      if (refusal !== undefined) throw refusal;
      if (extension !== undefined) throw new Error('share: the pool must not be shared already');
      const release = keepAlive.hold(); // workers of a shared pool may work without tasks
      extension = added;
      ends.push(release);
      return pool.attachToAll(added.attach);
    };
    const watchdog = new Watchdog(pool, timers, unresponsiveTimeout);
    const ends = [
      () => watchdog.stop(),
      () => sizer?.stop(),
      () => extension?.dispose(),
      () => pool.dispose(),
      () => startup.dispose(),
      () => timers.dispose(),
      () => keepAlive.dispose(),
    ];
    try {
      const first = await startup.start(Math.max(1, count));
      await pool.addWorkers(first);
      const workers = first.length;
      if (isAuto && workers > 1) sizer = new Sizer(pool, timers, new Sizing(workers));
      const kinds = { receiver: pool, names: first[0]!.functions, traces, color };
      const runs = new Runs(kinds);
      const backend = startup.backend!;
      return new MultiProc({
        pool,
        ends,
        extend,
        keepAlive,
        kinds,
        onError,
        runs,
        startup,
        timers,
        backend,
        workers,
      });
    } catch (error) {
      for (const end of ends) end();
      throw error;
    } finally {
      started();
    }
  }

  /**
   * Returns a task kind: an exposed function, with default options for its tasks. Throws a
   * RangeError if the workers expose no such function, and a TypeError or a RangeError if an option
   * is invalid.
   */
  task<Name extends keyof F & string>(name: Name, defaults: Readonly<SubmitOptions> = {}): TaskKind<F[Name]> {
    return new TaskKind(this.parts.kinds, name, defaults);
  }

  /**
   * Submits a task and returns a promise of its value: `run(name, args, options)` is short for `task(name).run(args, options)`. Throws a RangeError if the
   * workers expose no such function, and a TypeError or a RangeError if an option is invalid.
   */
  run<Name extends keyof F & string>(
    name: Name,
    args: Readonly<ArgumentsOf<F[Name]>>,
    options?: Readonly<SubmitOptions>,
  ): Promise<ResultOf<F[Name]>> {
    return this.parts.runs.run<F[Name]>(name, args, options);
  }

  /**
   * A promise that fulfills as soon as fewer than `maxQueue` tasks are queued; at once without `maxQueue`. It rejects with a PoolClosedError if the pool is
   * closed. Read it before each task, as `writer.ready` of a WritableStream.
   */
  get ready(): Promise<void> {
    return this.parts.pool.ready;
  }

  /** Returns a handle of the worker with this index, counted from 0. Throws a RangeError if there is no such worker. */
  worker(index: number): WorkerHandle<F> {
    checkNumber('MultiProc.worker: index', index, { min: 0, max: this.workers - 1, whole: true });
    return new WorkerHandle<F>(this.parts.pool, index, this.parts.kinds);
  }

  /** The current load of the pool. */
  get stats(): MultiProcStatistics {
    return statisticsOf(this.parts.pool);
  }

  /**
   * Closes the pool: new tasks and calls of this thread fail with a PoolClosedError, accepted ones and their nested tasks end as usual, and then all workers
   * are terminated as by `dispose`. Resolves when the threads of the workers have ended, as far as the platform reports that. Rejects with a TypeError or a
   * RangeError if `timeout` is invalid.
   */
  async close(options: Readonly<CloseOptions> = {}): Promise<void> {
    checkOptions('MultiProc.close', options, ['timeout'] satisfies readonly (keyof CloseOptions)[]);
    const { timeout = Infinity } = options;
    checkNumber('MultiProc.close: timeout', timeout, { min: 0, unlimited: true });
    const { keepAlive, pool, startup, timers } = this.parts;
    const release = keepAlive.hold();
    const timer = timeout < Infinity ? new Timer(() => this.dispose(), { after: timeout }) : undefined;
    if (timer !== undefined && !pool.isDisposed) timers.submit(timer);
    await pool.drain();
    if (timer !== undefined) timers.cancel(timer);
    this.dispose();
    if (this.backend !== 'thread') await startup.whenGone(); // the calling thread does not end
    release();
  }

  /**
   * Terminates all workers for good. Unfinished tasks fail: their `result` rejects. `onError` does not receive these failures. Afterwards, methods that
   * remove something do nothing. Methods that add something throw a PoolClosedError, or return a task or promise that fails with it. The shared state of the pool ends as well.
   */
  dispose(): void {
    for (const end of this.parts.ends) {
      try {
        end();
      } catch (error) {
        this.parts.onError(error);
      }
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Returns the parts that every pool attaches to a worker: nested tasks, and errors that belong to
 * no task.
 */
function attach(connection: WorkerConnection, pool: Pool, onError: (error: unknown) => void): Attached {
  const nestedTasks = new NestedTasks(pool, connection, (...call) => {
    connection.send(...call);
    pool.flushSoon();
  });
  return {
    receivers: [
      receiver<SubmitterToPool>(nestedTasks, submitterToPool),
      { report: (thrown: Thrown) => onError(unpackThrown(thrown)) },
    ],
    detach: () => nestedTasks.close(),
  };
}

const nothing: Attached = { receivers: [], detach: () => {} };

const resolved: Promise<void> = /* @__PURE__ */ Promise.resolve();
