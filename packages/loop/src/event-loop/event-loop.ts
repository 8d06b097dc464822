/// <reference lib="esnext.disposable" preserve="true" />
import { development } from '../warnings/development-warnings.ts';
import { Batch } from './batch.ts';
import { Burst, CLOCK_INTERVAL } from './burst.ts';
import { hasTag, isGenerator, isPromise } from './callback-result.ts';
import { checkItem, checkPriority } from './check-item.ts';
import { completeEventLoopOptions, type EventLoopOptions } from './event-loop-options.ts';
import { claimHost, releaseHost } from '../host/claim-host.ts';
import type { Host } from '../host/host.ts';
import { createLoopStatistics, type LoopStatistics } from './loop-statistics.ts';
import { warnUnknownOptions, checkKind, checkNumber, checkObject, mustBe, NO_GENERATOR } from '../options.ts';
import { PriorityQueue } from '../queue/priority-queue.ts';
import type { Probe } from './probe.ts';
import { reportUncaught } from './report-uncaught.ts';
import { type DropReason, NO_ASYNC_GENERATOR, Task } from './task.ts';
import { Timer } from './timer.ts';
import { TimerQueue } from './timer-queue.ts';

// For programs that compile without the library of the first line. `Symbol.dispose` may be missing at run time, too. This does no harm,
// because such a platform has no `using` either.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

const BUDGET_ONLY = ['budget'];

/**
 * A prioritized event loop for one thread (DOHA, WWW'12 §2.1). Timers that are due run first, in the order of their release times. Then tasks run, the
 * highest priority first. Equal priorities run in the order of submission.
 *
 * The loop dispatches one callback after another and never interrupts one.
 */
export class EventLoop {
  /** The platform below the loop. */
  readonly host: Host;
  /** Longest turn in ms. */
  readonly slice: number;
  /** Counters since the loop was created. */
  readonly stats: LoopStatistics = createLoopStatistics();

  /** The callbacks since the clock was read last. @internal */
  readonly burst: Burst = new Burst();

  /**
   * The running task if it stands for several pieces of work, such as the updates of a window, and
   * not all of them have run. {@link cancelAll} drops this task, too. @internal
   */
  compositeTask: Task | undefined;

  #tasks: PriorityQueue<Task> = new PriorityQueue();
  #timers: TimerQueue = new TimerQueue();
  #started = true;
  #disposed = false;
  #isWorking = false;
  #guardDepth = 0; // running calls of `guard`
  #wakeAt = Infinity; // time of the requested turn; -Infinity: no request is needed
  #clockResolution = CLOCK_INTERVAL; // ms; the smallest difference between two clock readings so far
  #current: Task | undefined; // the running task
  #disposalListeners: Set<() => void> = new Set();
  #onError: (error: unknown, source: Task | Timer | undefined) => unknown;
  #probe: Probe | undefined;

  /**
   * Throws a TypeError if an option is of the wrong type, a RangeError if `slice` is not a finite number ≥ 0, and an Error if another loop uses the host and
   * is not disposed.
   */
  constructor(options: EventLoopOptions = {}) {
    const { host, onError, probe, slice } = completeEventLoopOptions(options);
    this.host = host;
    this.slice = slice;
    this.#onError = onError;
    this.#probe = probe;
    claimHost(host);
    try {
      host.attach?.(() => this.run());
    } catch (error) {
      releaseHost(host);
      throw error;
    }
  }

  /** Whether {@link dispose} was called. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /** Whether the loop dispatches work. False after {@link stop} or {@link dispose}. @internal */
  get started(): boolean {
    return this.#started;
  }

  /** Number of waiting tasks. */
  get pending(): number {
    return this.#tasks.size;
  }

  /** Number of waiting timers, including those for `expiresIn` of tasks. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Whether `item` is waiting in this loop. */
  isPending(item: Task | Timer): boolean {
    checkItem('isPending', item);
    return item instanceof Timer ? this.#timers.has(item) : this.#tasks.has(item);
  }

  /**
   * Adds a task with a priority (any finite number), or starts a timer, which has none.
   *
   * A task that is already waiting gets the new priority and goes behind tasks of the same priority. A generator that has begun continues where it was.
   * From then on the task belongs to `batch`, or to no batch if `batch` is absent. A timer that is already waiting starts again.
   *
   * Throws a RangeError if the priority is not finite, a TypeError if it is not a number or if `item` is neither a task nor a timer, and an Error if the
   * loop is disposed or the item is pending or running in another loop.
   */
  submit<Item extends Task | Timer>(
    item: Item,
    // With two overloads, TypeScript would report a missing priority as "a Task is not a Timer".
    ...rest: Item extends Timer ? [] : [priority: number, batch?: Batch]
  ): void;
  submit(item: Task | Timer, priority?: number, batch?: Batch): void {
    if (item instanceof Timer) {
      checkKind('Batch.submit: task', batch === undefined, 'a Task', item);
      return this.#arm(item);
    }
    if (!Number.isFinite(priority)) checkPriority(item, priority);
    if (batch !== undefined) this.#checkBatch('submit', batch);
    if (item?.loop !== this || this.#disposed) this.#adopt(item);
    if (item.expiresIn !== undefined) this.#startExpiry(item, item.expiresIn);
    this.#tasks.push(item, priority!);
    item.batch = batch;
    if (batch !== undefined) batch.add(item);
    this.stats.submitted++;
    if (this.#wakeAt !== -Infinity) this.#requestTurn();
  }

  /** Removes `item`. Returns false if it was not waiting. A generator also counts as waiting while one of its steps runs. */
  cancel(item: Task | Timer): boolean {
    if (item instanceof Task) return this.#drop(item, 'cancelled');
    checkItem('cancel', item);
    if (!this.#timers.remove(item)) return false;
    // An unneeded platform timer would keep a Node process alive.
    if (this.#timers.size === 0 && this.#wakeAt !== -Infinity) this.#requestTurn();
    return true;
  }

  /**
   * Drops all tasks, or all tasks of `batch`, and returns their number. Timers stay. Without `batch`, a `Frame` on this loop loses the rest of its window and
   * continues with the next window. Throws a TypeError if `batch` is not a batch of this loop.
   */
  cancelAll(batch?: Batch): number {
    if (batch !== undefined) this.#checkBatch('cancelAll', batch);
    const toFinish: Task[] = [];
    const probed = this.#probe?.dropped !== undefined;
    let dropped = 0;
    const drop = (task: Task): boolean => {
      if (probed || (task.onDrop ?? task.steps ?? task.expiry) !== undefined) toFinish.push(task);
      return ++dropped > 0;
    };
    const running = this.#current?.steps === undefined ? this.compositeTask : this.#current;
    const isIncluded = batch === undefined || running?.batch === batch;
    if (running !== undefined && isIncluded && !this.#tasks.has(running)) drop(running);
    if (batch === undefined) this.#tasks.sweep(drop);
    else for (const task of batch.takeAll()) if (this.#tasks.remove(task)) drop(task);
    this.stats.cancelled += dropped;
    // All tasks are detached before the first callback: `onDrop` of one may submit another one again.
    const generators = toFinish.map((task) => this.#detach(task));
    for (const [i, task] of toFinish.entries()) this.#finishDrop(task, 'cancelled', generators[i]);
    return dropped;
  }

  /** Creates a batch: a group of tasks that can be cancelled together. */
  batch(): Batch {
    return new Batch(this);
  }

  /**
   * Runs timers and tasks now, for at most `budget` ms (default: `slice`) or until nothing can run. Call it if the application drives the loop, for example
   * from the frame callback of an engine. At least one callback runs if one can run, however small the budget is.
   *
   * Throws a RangeError if the budget is not a finite number ≥ 0, and an Error if the loop is disposed or the call comes from a callback of the same loop
   * or of a `Frame` on it.
   */
  run(options: { budget?: number | undefined } = {}): void {
    checkObject('EventLoop.run: options', options);
    const { budget = this.slice } = options;
    if (!(Number.isFinite(budget) && budget >= 0)) checkNumber('EventLoop.run: budget', budget, { min: 0 });
    this.checkRunnable('EventLoop.run');
    warnUnknownOptions('EventLoop.run', options, BUDGET_ONLY);
    this.#work(budget);
    this.#requestTurn();
  }

  /** Resumes after {@link stop}. A new loop does not need it. Throws an Error if the loop is disposed. */
  start(): void {
    this.checkAlive('EventLoop.start');
    this.#started = true;
    if (!this.#isWorking) this.#requestTurn();
  }

  /** Pauses the loop: it dispatches no task and no timer until {@link start}. Pending work stays pending. */
  stop(): void {
    this.#started = false;
    this.burst.end();
    this.#wakeAt = -Infinity;
    this.host.wake?.(Infinity);
  }

  /**
   * Drops all pending work permanently and releases the resources of the host. Afterwards, methods that remove work do nothing, and methods that
   * add or run work throw an Error. Create a new loop to start again, for example after a hot reload.
   */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#try(() => this.stop());
    this.#try(() => this.host.detach?.());
    releaseHost(this.host);
    for (const listener of this.#disposalListeners) this.#try(listener);
    this.#timers.clear();
    this.cancelAll();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Calls `callback` when the loop is disposed. Returns a function that removes the callback. @internal */
  whenDisposed(callback: () => void): () => void {
    this.#disposalListeners.add(callback);
    return () => this.#disposalListeners.delete(callback);
  }

  /** Passes `error` to `onError`. For code that runs callbacks of the application on behalf of the loop. */
  reportError(error: unknown, source?: Task | Timer): void {
    this.stats.failed++;
    const onError = this.#onError; // called without `this`
    try {
      onError(error, source);
    } catch (second) {
      reportUncaught(second);
    }
  }

  #work(budget: number): void {
    this.#wakeAt = -Infinity;
    this.stats.turns++;
    try {
      const start = this.host.now();
      development.warnings?.clockRead(this, start);
      this.#isWorking = true;
      try {
        this.#dispatchUntil(start + budget, start);
      } finally {
        this.#isWorking = false;
        this.burst.forget();
      }
      if (this.#probe?.turned !== undefined) this.#notifyProbe('turned', start, this.host.now());
    } catch (error) {
      // The host has thrown an error, or the application has called Object.freeze on a task. The next turn is still requested.
      this.#timers.refresh();
      this.reportError(error);
    }
  }

  #dispatchUntil(until: number, start: number): void {
    const { host } = this;
    let now = start;
    let checkHostAt = start;
    while (this.#started) {
      if (now >= this.#timers.nextRelease) {
        this.#fire(now);
        now = host.now();
      } else {
        if (!this.#runBurst(Math.min(this.#timers.nextRelease, until) - now)) break;
        const end = host.now();
        if (end > now) this.#clockResolution = Math.min(this.#clockResolution, end - now);
        this.burst.learnCosts(end - now, this.#clockResolution);
        now = end;
      }
      if (now >= until || now < start) break; // a clock that goes back must not extend the turn
      if (now >= checkHostAt) {
        if (host.interrupted?.() === true) break;
        checkHostAt = now + CLOCK_INTERVAL;
      }
    }
  }

  /** Runs a burst of tasks in order of priority, with expected costs of at most `limit` ms. Returns false if there was no task. */
  #runBurst(limit: number): boolean {
    const { burst } = this;
    const tasks = this.#tasks;
    const probed = this.#probe?.ran !== undefined;
    let dispatched = 0;
    let canContinue = true;
    burst.begin(limit);
    let start = probed ? this.host.now() : 0;
    while (canContinue) {
      const priority = probed ? tasks.topKey() : 0;
      const task = tasks.pop();
      if (task === undefined) break;
      const { size } = burst;
      this.#current = task;
      this.#dispatch(task);
      this.#current = undefined;
      dispatched++;
      if (probed) this.#notifyProbe('ran', task, start, (start = this.host.now()), priority);
      // A task that stands for several pieces of work has added them to the burst.
      canContinue = burst.size === size ? burst.add(task) : burst.canContinue;
    }
    this.stats.dispatched += dispatched;
    return dispatched > 0;
  }

  /** For a task that stands for several pieces of work: whether the next piece precedes all waiting tasks. @internal */
  isNext(pieces: { readonly nextPriority: number }): boolean {
    return this.#tasks.size === 0 || this.#tasks.topKey() < pieces.nextPriority;
  }

  #dispatch(task: Task): void {
    // Read before the callback, which may submit tasks: the key of a task that was popped is readable until the next `push`.
    const priority = this.#tasks.keyOf(task);
    try {
      if (task.steps !== undefined) this.#makeStep(task, task.steps, priority);
      else {
        const result = task.callback(task);
        if (result !== undefined) this.#handleTaskResult(result, task, priority);
      }
    } catch (error) {
      this.#current = this.compositeTask = undefined;
      if (task.steps !== undefined) task.steps = undefined;
      this.reportError(error, task);
    }
    if (task.expiry !== undefined && !this.#tasks.has(task)) this.cancel(task.expiry);
  }

  /**
   * If the result is a generator, makes its first step at once. Any other result is handled by
   * {@link handleResult}.
   */
  #handleTaskResult(result: unknown, task: Task, priority: number): void {
    if (!isGenerator(result)) return this.handleResult(result, task);
    task.steps = result;
    task.batch?.add(task);
    this.#makeStep(task, result, priority);
  }

  /**
   * Makes one step of a generator. Afterwards the task waits for its next step behind tasks of the
   * same priority, unless the step has submitted the task again.
   */
  #makeStep(task: Task, steps: Generator<unknown, unknown>, priority: number): void {
    const { done, value } = steps.next();
    if (value !== undefined && this.#watchPromise(value, task) && done !== true) {
      development.warnings?.promiseYielded();
    }
    if (task.steps !== steps) steps.return(undefined);
    else if (done === true) task.steps = undefined;
    else if (!this.#tasks.has(task)) this.#tasks.push(task, priority);
  }

  /** Handles the result of a callback: reports the rejection of a promise, and throws a TypeError if it is a generator. @internal */
  handleResult(result: unknown, source?: Task | Timer): void {
    if (result === undefined) return;
    if (isGenerator(result)) throw new TypeError(mustBe('Callback', NO_GENERATOR, result));
    if (hasTag(result, 'AsyncGenerator')) throw new TypeError(mustBe('Callback', NO_ASYNC_GENERATOR, result));
    this.#watchPromise(result, source);
  }

  /** Reports the rejection of `result` if it is a promise. Returns whether it is one. A `then` that throws counts as a rejection. */
  #watchPromise(result: unknown, source: Task | Timer | undefined): boolean {
    try {
      if (!isPromise(result)) return false;
      result.then(undefined, (error) => this.reportError(error, source));
    } catch (error) {
      this.reportError(error, source);
    }
    return true;
  }

  #checkBatch(action: string, batch: Batch): void {
    if (batch instanceof Batch && batch.loop === this) return;
    checkKind(`EventLoop.${action}: batch`, false, 'a batch of this loop', batch);
  }

  /** Makes this loop the loop of an item. Throws the errors that {@link submit} documents for an unusable item or a disposed loop. */
  #adopt(item: Task | Timer): void {
    checkItem('submit', item);
    this.checkAlive('EventLoop.submit');
    if (item.loop !== this && item.loop?.holds(item) === true) {
      throw new Error(
        'EventLoop.submit: the item is pending or running in another loop; cancel it there first',
      );
    }
    if (item instanceof Task && item.expiry !== undefined) item.loop?.cancel(item.expiry);
    item.loop = this;
  }

  /**
   * Calls `action`, which runs callbacks of the application on behalf of the loop. In these
   * callbacks, {@link run} throws, even outside of a turn. @internal
   */
  guard(action: () => void): void {
    this.#guardDepth++;
    try {
      action();
    } finally {
      this.#guardDepth--;
    }
  }

  /** Throws an Error if {@link run} cannot be called now. @internal */
  checkRunnable(action: string): void {
    this.checkAlive(action);
    if (this.#isWorking || this.#guardDepth > 0)
      throw new Error(`${action} was called from a callback of the same loop`);
  }

  /** Throws an Error with the name of the action if the loop is disposed. @internal */
  checkAlive(action: string): void {
    if (this.#disposed) throw new Error(`${action}: the loop is disposed; create a new one`);
  }

  /** Whether `item` is pending or running in this loop. @internal */
  holds(item: Task | Timer): boolean {
    return this.#current === item || this.isPending(item);
  }

  #arm(timer: Timer): void {
    const timers = this.#timers;
    const { at, after, period = 0 } = timer;
    if (timer.loop !== this || this.#disposed) this.#adopt(timer);
    const release = at ?? this.#peek() + (after ?? period);
    if (at !== undefined) development.warnings?.timerSubmitted(this, at);
    timers.add(timer, release);
    timers.refresh();
    this.burst.end(); // the timer may be due already
    if (this.#wakeAt !== -Infinity) this.#requestTurn();
  }

  /** Runs the earliest timer, which is due. */
  #fire(now: number): void {
    const timers = this.#timers;
    const release = timers.nextRelease;
    const timer = timers.pop()!;
    this.stats.fired++;
    try {
      if (timer.period !== undefined) this.#armAgain(timer, timer.period, now, release);
      this.handleResult(timer.callback(now, release), timer);
    } catch (error) {
      this.reportError(error, timer);
    }
    // `refresh` comes after the callback, so that it does not delay the timer. It is slow, because
    // JavaScript engines do not optimize code that runs as rarely as timers fire.
    timers.refresh();
    if (this.#probe?.fired !== undefined) this.#notifyProbe('fired', timer, now, this.host.now(), release);
  }

  #armAgain(timer: Timer, period: number, now: number, release: number): void {
    const missed = Math.floor((now - release) / period);
    // If `release` lies so far back that `release + period` rounds to `release`, missed periods are skipped whatever `catchUp` is. If the time of the
    // clock is not finite, the number of missed periods is unknown, and none are skipped.
    const isSkipped = (missed > timer.catchUp && missed < Infinity) || release + period === release;
    if (isSkipped) this.stats.skipped += missed;
    this.#timers.add(timer, isSkipped ? now - ((now - release) % period) + period : release + period);
  }

  #startExpiry(task: Task, expiresIn: number): void {
    task.expiry ??= new Timer(() => task.loop!.#drop(task, 'expired'), { after: expiresIn });
    this.submit(task.expiry);
  }

  #drop(task: Task, reason: DropReason): boolean {
    const isUnfinished = this.#current === task && task.steps !== undefined;
    if (!this.#tasks.remove(task) && !isUnfinished) return false;
    this.stats[reason]++;
    this.#finishDrop(task, reason, this.#detach(task));
    return true;
  }

  /**
   * Ends the expiry of a dropped task, and takes its generator away. Returns the generator for
   * `#finishDrop`; undefined if there is none, or if it is running: then `#makeStep` ends it after
   * the current step.
   */
  #detach(task: Task): Generator<unknown, unknown> | undefined {
    const { expiry, steps } = task;
    if (expiry !== undefined) this.cancel(expiry);
    if (steps === undefined) return undefined;
    this.#try(() => (task.steps = undefined), task);
    if (this.#current !== task) return steps;
    this.#current = undefined; // the task may be submitted to another loop
    return undefined;
  }

  /** Ends the generator of a dropped task, and calls its `onDrop`. */
  #finishDrop(task: Task, reason: DropReason, generator: Generator<unknown, unknown> | undefined): void {
    this.#notifyProbe('dropped', task, reason);
    if (generator !== undefined) this.#try(() => generator.return(undefined), task);
    if (task.onDrop !== undefined) this.#try(() => this.handleResult(task.onDrop?.(reason), task), task);
  }

  /** Calls `action`, and reports an error that it throws. */
  #try(action: () => void, source?: Task): void {
    try {
      action();
    } catch (error) {
      this.reportError(error, source);
    }
  }

  /** Calls the probe, and reports an error that it throws. Takes no closure, which would cost an allocation per task. */
  #notifyProbe<K extends keyof Probe>(event: K, ...details: Parameters<NonNullable<Probe[K]>>): void {
    const probe = this.#probe;
    if (probe?.[event] === undefined) return;
    try {
      (probe[event] as (...details: unknown[]) => void)(...details);
    } catch (error) {
      this.reportError(error);
    }
  }

  /**
   * Requests the next turn from the host. If the host throws an error, requests a turn without delay,
   * and makes the next submission request a turn as well.
   */
  #requestTurn(): void {
    if (!this.#started) return;
    try {
      this.#requestFromHost();
    } catch (error) {
      this.#wakeAt = -Infinity; // `onError` may submit something
      this.reportError(error);
      if (this.#started) this.#try(() => this.host.wake?.(0));
      this.#wakeAt = Infinity;
    }
  }

  #requestFromHost(): void {
    if (this.#tasks.size > 0) {
      this.#wakeAt = -Infinity;
      return this.host.wake?.(0);
    }
    this.#wakeAt = this.#timers.wakeAt;
    if (this.#wakeAt === Infinity) return this.host.wake?.(Infinity); // without a reading of the clock
    const now = this.#peek();
    development.warnings?.clockRead(this, now);
    this.host.wake?.(this.#wakeAt - now);
    if (this.#wakeAt <= now) this.#wakeAt = -Infinity;
  }

  #peek(): number {
    return this.host.peek?.() ?? this.host.now();
  }
}
