import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { EventLoop } from '@doha/loop';
import { type Send, receiver, type Receiver } from '../transport/remote-methods.ts';
import { Timeline } from '../virtual/timeline.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import { type PoolToSubmitter, type SubmitterToPool, submitterToPool } from '../task/nested-task-messages.ts';
import { Pool } from './pool.ts';
import type { Attached } from './worker-connection.ts';
import { NestedTasks } from '../task/nested-tasks.ts';
import { handshake, type StartedWorker } from './handshake.ts';
import type { WorkerConnection } from './worker-connection.ts';
import { RemoteTask, type SubmitOptions } from '../task/remote-task.ts';
import type { ErrorHandler } from './safe-error-handler.ts';
import type { TaskKind } from '../task/task-kind.ts';
import { Watchdog } from './watchdog.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { below, type Chance, logUniform, oneOf, swarm, weighted } from '../../../chance.test.setup.ts';
import { VirtualWorker, kindOf } from './virtual-worker.test.setup.ts';
import { StormClock } from './storm-clock.test.setup.ts';
import {
  type Execution,
  type Plan,
  type StormTask,
  checkColors,
  checkTask,
} from './storm-task.test.setup.ts';

// The pool on simulated threads: everything between `submit` and the functions of the workers is real. Random programs submit tasks, also
// from workers, with colors, retries, expiry and signals. Meanwhile workers crash, are terminated, fail to start or are busy, clocks jump and
// timers are late. Callbacks of the application submit, cancel, abort, terminate, dispose and throw.

const START_LIMIT = 2000;
const MAX_WORKERS = 4;
const MAX_ACTS = 45;
const MAX_TASKS = 400;
/** Simulated ms in which the application acts. */
const MAX_TIME = 3000;
const HOUR = 3_600_000;
/**
 * Simulated ms after which all sent messages have arrived, even if timers fire once a minute and a
 * worker is lost and replaced.
 */
const SETTLING = 300_000;
/** Simulated ms after the last act within which all tasks must have settled. */
const TIME_LIMIT = 36_000_000;

/** The shared state of a pool, besides tasks. */
export interface PoolExtension {
  /** Actions of threads. */
  readonly acts: Weights<() => void>;
  /** Returns the parts that are attached to a worker in the main thread. */
  attach(connection: WorkerConnection, send: Send<never>): Attached;
  /** Returns the receivers of a worker that starts. The worker sends its own calls by `send`. */
  begin(worker: VirtualWorker, send: Send<never>): readonly Receiver[];
  /** Called when the code of a task runs. */
  work(worker: VirtualWorker): void;
  /** Called before the main thread sends tasks. */
  beforeTasks(): void;
  /** Called before a worker sends a result. */
  beforeResult(worker: VirtualWorker): void;
  /** Called when a message of a worker to another thread cannot be copied. */
  notSent(worker: VirtualWorker, call: readonly unknown[], error: unknown): void;
  /** Called after each step of simulated time. */
  step(): void;
  /** Called when the last act is over. Later acts of threads must not cause failures. */
  calm(): void;
  /**
   * Called when all tasks have ended and all workers have been replaced. `settle` lets all messages
   * arrive.
   */
  check(settle: () => Promise<void>): Promise<void>;
}

type Weights<T> = readonly (readonly [weight: number, item: T])[];

export class PoolStorm {
  readonly chance: Chance;
  readonly timeline: Timeline = new Timeline(Infinity);
  readonly main: VirtualThread = this.timeline.thread();
  /** Ends other threads. It has no other work, so it is never late. */
  readonly reaper: VirtualThread = this.timeline.thread();
  readonly clock: StormClock = new StormClock(this.main);
  readonly loop: EventLoop = new EventLoop({ host: this.clock });
  readonly subjects: StormTask[] = [];
  readonly signals: AbortController[] = [];
  readonly workers: VirtualWorker[] = [];
  readonly pool: Pool;
  readonly onError: ErrorHandler = quietly((error, task) => this.#report(error, task));
  /** Errors whose report led to the disposal of the pool, so that nothing more was reported. */
  readonly lastReported: Set<unknown> = new Set();
  failsToStart: number;
  /** Number of workers that the pool should have. */
  readonly workerCount: number;
  extension: PoolExtension | undefined;
  readonly sharesMemory: boolean;
  #kind: TaskKind<(index: number) => unknown>;
  #watchdog: Watchdog;
  #acts: readonly (readonly [weight: number, act: () => void])[];
  #kinds: readonly (readonly [weight: number, kind: Plan['kind']])[];
  #subjectOf: Map<RemoteTask, StormTask> = new Map();
  #settled = 0; // all subjects before this index have ended
  #ports: MessagePort[] = [];
  /**
   * Lets promise callbacks run. In some storms it waits for a whole turn of Node, in which Node
   * also reports unhandled rejections. Such turns take longer.
   */
  #afterMicrotasks: (resolve: () => void) => void;
  readonly #maxTasks: number;
  /** The probability that callbacks do something. */
  readonly #callbackProbability: number;
  #callbacks = 0; // running callbacks
  #reporting: unknown[] = []; // errors that are being reported
  #failure: Error | undefined;
  #isCalm = false;
  #isDisposed = false;

  /** `extend` creates the shared state of this pool. */
  constructor(chance: Chance, extend?: (storm: PoolStorm) => PoolExtension) {
    this.chance = chance;
    this.workerCount = logUniform(chance, 1, MAX_WORKERS);
    this.#maxTasks = logUniform(chance, 3, MAX_TASKS);
    this.#callbackProbability = oneOf(chance, [0, 0.2, 0.2, 0.5]);
    this.failsToStart = this.odds(0.3) ? 0.3 : 0;
    this.sharesMemory = this.odds(0.7);
    if (this.odds(0.3)) this.clock.timerPeriod = this.odds(0.5) ? 1000 : 60_000;
    this.pool = new Pool({
      window: this.odds(0.5) ? 'auto' : 1 + this.below(8),
      loop: this.loop,
      soon: (callback) => queueMicrotask(callback),
      afterMessages: (callback) => this.main.at(this.main.now(), callback),
      replace: () => this.start(),
      startLimit: START_LIMIT,
      sharesMemory: this.sharesMemory,
      beforeTasks: () => this.extension?.beforeTasks(),
      attach: (connection) => this.#attach(connection),
      onError: this.onError,
    });
    this.#kind = kindOf(this.pool);
    this.#watchdog = new Watchdog(this.pool, this.loop, this.odds(0.3) ? 200 : Infinity);
    this.#afterMicrotasks = this.odds(0.25) ? setImmediate : (resolve) => process.nextTick(resolve);
    this.extension = extend?.(this);
    this.#acts = swarm<() => void>(chance, [
      ...(this.extension?.acts ?? []),
      [60, () => this.#submitSome()],
      [10, () => this.#some(this.subjects.filter(({ isCall }) => !isCall))?.task?.cancel()],
      [5, () => this.#some(this.signals)?.abort()],
      [5, () => this.#rank()],
      [4, () => this.#call()],
      [2, () => this.#connect()],
      [7, () => this.#terminate()],
      [4, () => this.#some(this.workers)?.crash(this.main.now() + this.chance())],
      [1, () => this.#someClock().jump(this.odds(0.5) ? HOUR : 100)],
      [1, () => this.odds(0.5) && this.dispose()],
      [2, () => this.#some(this.workers)?.beBusy(this.below(300))],
      [2, () => this.#some(this.workers)?.leave()],
    ]);
    this.#kinds = swarm<Plan['kind']>(chance, [
      [9, 'work'],
      [3, 'steps'],
      [3, 'later'],
      [7, 'nest'],
      [3, 'fail'],
      [3, 'crash'],
    ]);
  }

  async play(): Promise<void> {
    for (let index = 0; index < this.workerCount; index++) {
      this.main.at(0, () => this.#start(index));
    }
    const acts = logUniform(this.chance, 1, MAX_ACTS);
    const time = logUniform(this.chance, 1, MAX_TIME);
    this.main.at(0, () => this.#submitSome());
    let left = acts;
    const act = (): void => {
      left--;
      this.act();
    };
    for (let i = 0; i < acts; i++) this.main.at(this.chance() * time, act);
    if (this.odds(0.3)) this.#beBusy(time);
    await this.#advance(TIME_LIMIT, () => left === 0);
    this.#isCalm = true;
    this.extension?.calm();
    await this.#advance(time + TIME_LIMIT, () => this.#isQuiet());
    ok(this.#isQuiet(), `hangs: ${this.#unsettled()}`);
    if (this.extension !== undefined) await this.#checkExtension(this.extension);
    this.dispose();
    await this.#advance(this.timeline.now + TIME_LIMIT, () => false);
    for (const port of this.#ports) port.close();
    await this.#check();
  }

  async #checkExtension(extension: PoolExtension): Promise<void> {
    if (this.#isDisposed) return;
    this.#watchdog.stop();
    this.failsToStart = 0;
    const settle = async (): Promise<void> => {
      await new Promise<void>(this.#afterMicrotasks);
      await this.#advance(this.timeline.now + SETTLING, () => false);
    };
    const areAllThere = (): boolean => this.pool.connections.size === this.workerCount;
    await this.#advance(this.timeline.now + TIME_LIMIT, areAllThere);
    await settle(); // one of them may still end, and is replaced
    ok(areAllThere(), 'a lost worker is not replaced');
    await extension.check(settle);
  }

  #start(index: number): void {
    this.start(true).then(
      (started) => void (this.#isDisposed ? started.endpoint.close() : this.pool.addWorker(index, started)),
      () => this.#isDisposed || this.#start(index), // it crashed before it had answered
    );
  }

  odds(probability: number): boolean {
    return this.chance() < probability;
  }

  below(limit: number): number {
    return below(this.chance, limit);
  }

  start(mustStart = false): Promise<StartedWorker> {
    if (!mustStart && this.odds(this.failsToStart)) return Promise.reject(new Error('spawn throws'));
    const worker = new VirtualWorker(this);
    this.workers.push(worker);
    const isFaulty = !mustStart && this.odds(2 * this.failsToStart);
    if (isFaulty && this.odds(0.5)) worker.crash(this.main.now() + this.chance());
    else worker.isSilent = isFaulty;
    const giveUp = new AbortController();
    this.reaper.at(this.main.now() + START_LIMIT, () => {
      if (!worker.hasAnswered) giveUp.abort(new Error('it did not answer'));
    });
    return handshake(worker.endpoint, 2 ** 31 - 1, giveUp.signal);
  }

  /** Performs a random action of the application. */
  act(): void {
    weighted(this.chance, this.#acts)();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watchdog.stop();
    for (const error of this.#reporting) this.lastReported.add(error);
    this.pool.dispose();
  }

  /** Called when a worker calls the function of a task. */
  begin(index: number, worker: VirtualWorker): Execution {
    const execution = { worker, begin: worker.thread.now(), end: Infinity };
    this.subjects[index]!.executions.push(execution);
    return execution;
  }

  /** Records a task before a thread submits it. Returns its number. */
  subject(plan: Plan): number {
    const subject = { plan, executions: [], task: undefined, isCall: false, reports: 0 };
    return this.subjects.push(subject) - 1;
  }

  #submitSome(): void {
    const room = this.#maxTasks - this.subjects.length; // callbacks that submit could go on for ever
    for (let left = Math.min(room, logUniform(this.chance, 1, 8)); left > 0; left--) this.#submit();
  }

  #submit(): void {
    const plan = this.#plan(2);
    const index = this.subject(plan);
    const subject = this.subjects[index]!;
    subject.task = this.#kind.submit([index], plan.options);
    this.#subjectOf.set(subject.task, subject);
    if (this.odds(0.2)) return; // its result is not read
    const settled = (): void => this.#callback();
    subject.task.result.then(settled, settled).catch((error: unknown) => this.#note(error));
  }

  #call(): void {
    const index = this.subject({ ...this.#plan(0), options: {} });
    const task = new RemoteTask({ owner: this.pool, name: 'run' }, [index], { priority: 1e9 }, true);
    const subject = Object.assign(this.subjects[index]!, { task, isCall: true });
    this.#subjectOf.set(task, subject);
    task.result.catch(() => {});
    this.pool.call(this.below(4), task);
  }

  #connect(): void {
    let losses = 0;
    const port = this.pool.connect(this.below(4), this.#some(['nobody', 'somebody', 'broken'])!, (error) => {
      strictEqual(++losses, 1, 'a loss of a connection is reported once');
      this.#callbackOf(error);
    });
    this.#ports.push(port);
  }

  #rank(): void {
    const task = this.#some(this.subjects)?.task;
    if (task !== undefined) task.priority = this.below(5);
  }

  #terminate(): void {
    const connection = this.#someConnection();
    if (connection !== undefined) this.pool.lose(connection, new Error('it was terminated'));
  }

  #plan(depth: number): Plan {
    const drawn = weighted(this.chance, this.#kinds);
    const kind = drawn === 'nest' && depth === 0 ? 'work' : drawn;
    const awaits = kind === 'nest' && this.odds(0.5);
    return {
      kind,
      cost: this.odds(0.8) ? this.chance() : this.below(100),
      steps: this.below(5),
      delay: this.below(50),
      awaits,
      children: kind === 'nest' ? Array.from({ length: 1 + this.below(3) }, () => this.#plan(depth - 1)) : [],
      options: this.#options(),
    };
  }

  #options(): SubmitOptions {
    const options: SubmitOptions = {};
    if (this.odds(0.5)) options.priority = this.below(5);
    if (this.odds(0.5)) options.color = this.below(3);
    if (this.odds(0.2)) options.expiresIn = 1 + this.below(500);
    if (this.odds(0.2)) options.retries = this.below(3);
    if (this.odds(0.1)) options.signal = this.#signal();
    return options;
  }

  #signal(): AbortSignal {
    const signal = new AbortController();
    this.signals.push(signal);
    return signal.signal;
  }

  #beBusy(time: number): void {
    for (let at = 0; at < time; at += 50) this.main.at(at, () => this.main.spend(40));
  }

  #report(error: unknown, task?: RemoteTask): void {
    const subject = task && this.#subjectOf.get(task);
    if (subject !== undefined) subject.reports++;
    else this.#note(error);
    this.#callbackOf(error);
  }

  /**
   * Runs a callback that receives an error. If the callback disposes of the pool, no other task
   * that failed with this error is reported.
   */
  #callbackOf(error: unknown): void {
    this.#reporting.push(error);
    try {
      this.#callback();
    } finally {
      this.#reporting.pop();
    }
  }

  #attach(connection: WorkerConnection): Attached {
    const send: Send<PoolToSubmitter> = (...call) => {
      connection.send(...call);
      this.pool.flushSoon();
    };
    const nestedTasks = new NestedTasks(this.pool, connection, send);
    const { detach, receivers = [], refused } = this.extension?.attach(connection, send) ?? {};
    return {
      ...(refused && { refused }),
      receivers: [
        ...receivers,
        receiver<SubmitterToPool>(nestedTasks, submitterToPool),
        { report: (thrown: Thrown) => this.onError(unpackThrown(thrown)) },
      ],
      detach: () => {
        detach?.();
        nestedTasks.close();
      },
    };
  }

  // Performs an action of the application in a callback. Callbacks are nested at most three deep.
  #callback(): void {
    if (this.#isCalm || this.#callbacks > 2 || !this.odds(this.#callbackProbability)) return;
    this.#callbacks++;
    this.act();
    this.#callbacks--;
    if (this.odds(0.2)) throw new Error('expected of a callback');
  }

  #note(error: unknown): void {
    if (!isExpected(error)) this.#failure ??= error as Error;
  }

  #isQuiet(): boolean {
    while (this.#settled < this.subjects.length) {
      if (this.subjects[this.#settled]!.task?.hasEnded === false) return false;
      this.#settled++;
    }
    return true;
  }

  #unsettled(): string {
    const left = this.subjects.filter(({ task }) => task?.hasEnded === false);
    const words = left.map(({ executions, plan, task }) => {
      const { color = 'none', retries = 0 } = plan.options;
      const ended = executions.map(({ worker }) => worker.endedAt).join('/');
      const worker = task!.worker?.index ?? 'none';
      return `${plan.kind}${plan.awaits ? ' and wait' : ''}: ${task!.status}, worker ${worker}, color ${color}, retries ${retries}, ran ${executions.length} times in workers that ended at ${ended}`;
    });
    const workers = [...this.pool.connections.keys()].join(', ');
    return [`at ${this.timeline.now} there are workers ${workers}`, ...words].join('\n');
  }

  async #advance(until: number, isOver: () => boolean): Promise<void> {
    while (!isOver() && this.timeline.step(until)) {
      await new Promise<void>(this.#afterMicrotasks);
      this.extension?.step();
      if (this.#failure !== undefined) throw this.#failure;
    }
  }

  async #check(): Promise<void> {
    for (const subject of this.subjects) await checkTask(subject, this);
    checkColors(this.subjects);
    strictEqual(this.pool.scheduler.waiting, 0);
    strictEqual(this.pool.connections.size, 0);
    deepStrictEqual([...this.pool.scheduler.colors.keys()], []);
    deepStrictEqual(this.pool.scheduler.workers, []);
    strictEqual(this.loop.pendingTimers, 0);
  }

  #someClock(): StormClock {
    return this.#some([this.clock, ...this.workers.map(({ clock }) => clock)])!;
  }

  #someConnection(): WorkerConnection | undefined {
    return this.#some([...this.pool.connections.values()]);
  }

  #some<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : oneOf(this.chance, items);
  }
}

/** As `safeErrorHandler`, for a callback that throws on purpose. */
function quietly(onError: ErrorHandler): ErrorHandler {
  return (error, task) => {
    try {
      onError(error, task);
    } catch (second) {
      if (!isExpected(second)) throw second;
    }
  };
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(expected|MultiProc|connect|mutate|migrate|replica: the field stamp|worker \d+ was lost)/.test(
      error.message,
    )
  );
}
