import type { EventLoop } from '@doha/loop';
import { checkKind, checkNumber } from '@doha/loop/options';
import { canShareMemory } from './transport/shared-memory.ts';
import type { Send } from './transport/remote-methods.ts';
import { type Thrown, unpackThrown } from './transport/thrown.ts';
import { type Attached, Pool } from './pool/pool.ts';
import { checkStartOptions } from './pool/check-start-options.ts';
import { NestedTasks } from './task/nested-tasks.ts';
import type { WorkerConnection } from './pool/worker-connection.ts';
import { startLimits, Startup, type BackendOptions, type Backend } from './pool/startup.ts';
import type { SubmitOptions } from './task/remote-task.ts';
import { PoolTimers } from './pool/pool-timers.ts';
import { type ErrorHandler, safeErrorHandler } from './pool/safe-error-handler.ts';
import { Sizer } from './pool/sizer.ts';
import { Sizing } from './pool/sizing.ts';
import { type Functions, TaskKind, type TaskKindOptions } from './task/task-kind.ts';
import { type MultiProcStatistics, statisticsOf } from './pool/statistics.ts';
import { Watchdog } from './pool/watchdog.ts';
import { thisMachine, workersFor } from './pool/worker-count.ts';
import { WorkerHandle } from './pool/worker-handle.ts';
import type { ColorKey } from './scheduler/color.ts';
import { Hub } from './session/hub.ts';
import { SharedState } from './session/shared-state.ts';
import type { PeerToPeer } from './session/peer-link.ts';
import type { Peer, HubToPeer } from './session/peer.ts';
import type { PoolToSubmitter } from './task/nested-task-messages.ts';

/** Options of {@link MultiProc.start}. */
export interface MultiProcOptions<F> extends BackendOptions<F> {
  /**
   * Number of workers, 0 to 1,024. With 0, all tasks run in the calling thread, which needs `inThread`. 'auto', the default: the number of cores less one, at
   * most 16, and at most 2 on mobile devices. With 'auto', workers that do not add throughput get no tasks.
   */
  workers?: number | 'auto' | undefined;
  /**
   * Tasks that a worker may have at once, without those that wait for a promise; ≥ 1, also Infinity. 'auto', the default: about one millisecond of work, at least
   * two tasks.
   */
  window?: number | 'auto' | undefined;
  /**
   * The color of the tasks without a color that this thread submits. With one color these run one after another. Nested tasks do not get it. Default: no color.
   */
  color?: ColorKey | undefined;
  /**
   * Time in ms after which a worker that has work and does not answer counts as lost; > 0. Default Infinity, because a worker does not answer during a
   * long computation.
   */
  unresponsiveTimeout?: number | undefined;
  /** Whether the error of an unresponsive worker names the line of `submit`, `post` or `call`, not that of `proc.task`. Costs 1 to 2 µs per task. Default false. */
  traces?: boolean | undefined;
  /**
   * Receives the errors of tasks whose `result` was never read, the losses of workers, failed attempts to replace workers, and errors of the application's
   * other callbacks. Default: `console.error`.
   */
  onError?: ErrorHandler | undefined;
  /** The event loop for the timers of the pool, which pause while it is stopped. Default: a new one. */
  loop?: EventLoop | undefined;
}

interface Parts {
  readonly pool: Pool;
  readonly peer: Peer;
  readonly backend: Backend;
  readonly workers: number;
  readonly kinds: TaskKindOptions;
  readonly color: ColorKey | undefined;
  readonly onError: ErrorHandler;
  /** Called in this order when it is disposed of. */
  readonly ends: readonly (() => void)[];
}

/** A worker pool with priorities, and the part of the calling thread in the shared state (MultiProc in DOHA, WWW'12 §2.2). */
export class MultiProc<F extends Functions> extends SharedState {
  /** The backend: where tasks run. */
  readonly backend: Backend;
  /** Number of workers; 1 if tasks run in the calling thread. */
  readonly workers: number;
  #pool: Pool;
  #ends: readonly (() => void)[];
  #kinds: TaskKindOptions;
  #color: ColorKey | undefined;
  #onError: ErrorHandler;

  private constructor(parts: Parts) {
    const isStarted = (parts as Parts | undefined)?.pool instanceof Pool;
    checkKind('new MultiProc: it', isStarted, 'started by await MultiProc.start(options)', parts);
    const { color, pool, ends, kinds, onError, backend, peer, workers } = parts;
    super(peer);
    this.backend = backend;
    this.workers = workers;
    this.#pool = pool;
    this.#ends = ends;
    this.#kinds = kinds;
    this.#color = color;
    this.#onError = onError;
  }

  /**
   * Starts workers and waits until they take part in the shared state. Rejects with a TypeError or a RangeError if an option is invalid, with a TypeError if
   * none of `spawn`, `script` and `inThread` is given, and with an AggregateError that has the reason of each backend if none works.
   */
  static async start<F extends Functions>(options: MultiProcOptions<F>): Promise<MultiProc<F>> {
    checkStartOptions(options);
    const {
      color,
      startLimit = startLimits.only,
      traces = false,
      unresponsiveTimeout = Infinity,
      window = 'auto',
    } = options;
    const onError = safeErrorHandler(options.onError);
    const isAuto = options.workers === undefined || options.workers === 'auto';
    const count = isAuto ? workersFor(thisMachine()) : (options.workers as number);
    let sizer: Sizer | undefined;
    const startup = new Startup(options, count > 0 || (isAuto && options.inThread === undefined));
    const hub = new Hub(onError);
    const timers = new PoolTimers(options.loop);
    const pool: Pool = new Pool({
      window,
      loop: timers,
      // oxlint-disable-next-line promise/no-callback-in-promise -- as queueMicrotask, for which browsers take several times as long
      atEndOfTurn: (callback) => void resolved.then(callback),
      onError,
      replace: async () => (await startup.start(1))[0]!,
      startLimit,
      sharesMemory: canShareMemory(),
      attach: (connection) => attach(connection, pool, hub, onError),
      onSent: (waiting) => sizer?.sent(waiting),
      beforeTasks: () => hub.peer.publishBeforeTasks(),
      onListen: (index, topic) => hub.expectListener(index, topic),
    });
    const watchdog = new Watchdog(pool, timers, unresponsiveTimeout);
    const { peer } = hub;
    const ends = [
      () => watchdog.stop(),
      () => sizer?.stop(),
      () => peer.dispose(),
      () => pool.dispose(),
      () => startup.dispose(),
      () => timers.dispose(),
    ];
    try {
      const started = await startup.start(Math.max(1, count));
      await pool.addWorkers(started);
      const workers = started.length;
      if (isAuto && workers > 1) sizer = new Sizer(pool, timers, new Sizing(workers));
      const kinds = { receiver: pool, names: started[0]!.functions, traces };
      return new MultiProc({ color, pool, ends, kinds, onError, backend: startup.backend!, peer, workers });
    } catch (error) {
      for (const end of ends) end();
      throw error;
    }
  }

  /** Returns a task kind: an exposed function, with default options for its tasks. Throws a RangeError if workers expose no such function. */
  task<Name extends keyof F & string>(name: Name, defaults: Readonly<SubmitOptions> = {}): TaskKind<F[Name]> {
    return new TaskKind(this.#kinds, name, defaults, this.#color);
  }

  /** Returns a handle of the worker with this index, counted from 0. Throws a RangeError if there is no such worker. */
  worker(index: number): WorkerHandle<F> {
    checkNumber('MultiProc.worker: index', index, { min: 0, max: this.workers - 1, whole: true });
    return new WorkerHandle<F>(this.#pool, index, this.#kinds);
  }

  /** The current load of the pool. */
  get stats(): MultiProcStatistics {
    return statisticsOf(this.#pool);
  }

  /**
   * Ends all workers for good. Unfinished tasks fail: their `result` rejects. `onError` does not receive these failures. Pending replicas reject, and open
   * replicas end. Subscribers and listeners are not called any more. Afterwards, methods that remove something do nothing. Methods that add something throw
   * an Error, or return a task or promise that fails.
   */
  dispose(): void {
    for (const end of this.#ends) {
      try {
        end();
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** Gives a worker its part in what all threads share, and in the tasks. */
function attach(
  connection: WorkerConnection,
  pool: Pool,
  hub: Hub,
  onError: (error: unknown) => void,
): Attached {
  const send: Send<HubToPeer & PeerToPeer & PoolToSubmitter> = (...call) => {
    connection.send(...call);
    pool.flushSoon();
  };
  const end = (reason: Error): void => pool.end(connection, reason);
  const thread = hub.join(connection.load.index, send, end, (...call) => connection.sendNow(...call));
  const nestedTasks = new NestedTasks(pool, connection, send);
  return {
    refused: (told, error) => hub.peer.notSent(told, error),
    beforeTask: () => hub.peer.commitBeforeTask(thread),
    receivers: [
      hub.methodsFor(thread),
      nestedTasks,
      { report: (thrown: Thrown) => onError(unpackThrown(thrown)) },
    ],
    detach() {
      hub.leave(thread);
      nestedTasks.close();
    },
  };
}

const resolved: Promise<void> = /* @__PURE__ */ Promise.resolve();
