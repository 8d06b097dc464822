import type { EventLoop } from '@doha/loop';
import { checkKind, checkNumber } from '@doha/loop/options';
import { canShareMemory } from './transport/shared-memory.ts';
import type { Tell } from './transport/telegraph.ts';
import { type Thrown, unpackThrown } from './transport/thrown.ts';
import { type Attached, Crew } from './pool/crew.ts';
import { checkStartOptions } from './pool/check-start-options.ts';
import { Delegate } from './task/delegate.ts';
import type { Member } from './pool/member.ts';
import { patience, Recruiter, type RecruiterOptions, type Rung } from './pool/recruiter.ts';
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
import { Central } from './session/central.ts';
import { Participant } from './session/participant.ts';
import type { PeerNews } from './session/link.ts';
import type { Site, SiteNews } from './session/site.ts';
import type { DelegateNews } from './task/nested-task-messages.ts';

/** Options of {@link MultiProc.start}. */
export interface MultiProcOptions<F> extends RecruiterOptions<F> {
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
  readonly crew: Crew;
  readonly site: Site;
  readonly rung: Rung;
  readonly workers: number;
  readonly kinds: TaskKindOptions;
  readonly color: ColorKey | undefined;
  readonly onError: ErrorHandler;
  /** Called in this order when it is disposed of. */
  readonly ends: readonly (() => void)[];
}

/** A worker pool with priorities, and the part of the calling thread in the shared state (MultiProc in DOHA, WWW'12 §2.2). */
export class MultiProc<F extends Functions> extends Participant {
  /** The backend: where tasks run. */
  readonly rung: Rung;
  /** Number of workers; 1 if tasks run in the calling thread. */
  readonly workers: number;
  #crew: Crew;
  #ends: readonly (() => void)[];
  #kinds: TaskKindOptions;
  #color: ColorKey | undefined;
  #onError: ErrorHandler;

  private constructor(parts: Parts) {
    const isStarted = (parts as Parts | undefined)?.crew instanceof Crew;
    checkKind('new MultiProc: it', isStarted, 'started by await MultiProc.start(options)', parts);
    const { color, crew, ends, kinds, onError, rung, site, workers } = parts;
    super(site);
    this.rung = rung;
    this.workers = workers;
    this.#crew = crew;
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
      startLimit = patience.without,
      traces = false,
      unresponsiveTimeout = Infinity,
      window = 'auto',
    } = options;
    const onError = safeErrorHandler(options.onError);
    const isAuto = options.workers === undefined || options.workers === 'auto';
    const count = isAuto ? workersFor(thisMachine()) : (options.workers as number);
    let sizer: Sizer | undefined;
    const recruiter = new Recruiter(options, count > 0 || (isAuto && options.inThread === undefined));
    const central = new Central(onError);
    const timers = new PoolTimers(options.loop);
    const crew: Crew = new Crew({
      window,
      loop: timers,
      // oxlint-disable-next-line promise/no-callback-in-promise -- as queueMicrotask, for which browsers take several times as long
      atEndOfTurn: (callback) => void resolved.then(callback),
      onError,
      replace: async () => (await recruiter.hire(1))[0]!,
      startLimit,
      sharesMemory: canShareMemory(),
      attach: (member) => attach(member, crew, central, onError),
      onSent: (waiting) => sizer?.sent(waiting),
      beforeTasks: () => central.site.publishBeforeTasks(),
      onListen: (index, topic) => central.expectListener(index, topic),
    });
    const watchdog = new Watchdog(crew, timers, unresponsiveTimeout);
    const { site } = central;
    const ends = [
      () => watchdog.stop(),
      () => sizer?.stop(),
      () => site.dispose(),
      () => crew.dispose(),
      () => recruiter.dispose(),
      () => timers.dispose(),
    ];
    try {
      const joined = await recruiter.hire(Math.max(1, count));
      await crew.enlistAll(joined);
      const workers = joined.length;
      if (isAuto && workers > 1) sizer = new Sizer(crew, timers, new Sizing(workers));
      const kinds = { taker: crew, names: joined[0]!.functions, traces };
      return new MultiProc({ color, crew, ends, kinds, onError, rung: recruiter.rung!, site, workers });
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
    return new WorkerHandle<F>(this.#crew, index, this.#kinds);
  }

  /** The current load of the pool. */
  get stats(): MultiProcStatistics {
    return statisticsOf(this.#crew);
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
function attach(member: Member, crew: Crew, central: Central, onError: (error: unknown) => void): Attached {
  const tell: Tell<SiteNews & PeerNews & DelegateNews> = (...told) => {
    member.tell(...told);
    crew.flushSoon();
  };
  const end = (reason: Error): void => crew.end(member, reason);
  const site = central.join(member.lane.index, tell, end, (...told) => member.tellNow(...told));
  const delegate = new Delegate(crew, member, tell);
  return {
    refused: (told, error) => central.site.notSent(told, error),
    beforeTask: () => central.site.commitBeforeTask(site),
    receivers: [central.from(site), delegate, { report: (thrown: Thrown) => onError(unpackThrown(thrown)) }],
    detach() {
      central.leave(site);
      delegate.close();
    },
  };
}

const resolved: Promise<void> = /* @__PURE__ */ Promise.resolve();
