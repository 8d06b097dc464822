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

  /** The callbacks since the last reading of the clock. @internal */
  readonly burst: Burst = new Burst();

  /** The running task, while it has more pieces of work to do: {@link cancelAll} drops them with it. @internal */
  unfinished: Task | undefined;

  #tasks: PriorityQueue<Task> = new PriorityQueue();
  #timers: TimerQueue = new TimerQueue();
  #started = true;
  #disposed = false;
  #working = false;
  #lent = 0;
  #wakeAt = Infinity; // when the host was asked to give a turn; -Infinity: no need to ask
  #resolution = CLOCK_INTERVAL; // of the clock: the smallest difference seen between two readings, ms
  #current: Task | undefined; // the task that is running
  #disposalListeners: Set<() => void> = new Set();
  #onError: (error: unknown, source: Task | Timer | undefined) => unknown;
  #probe: Probe | undefined;

  /**
   * Throws a TypeError if an option is of the wrong type, a RangeError if `slice` is not a finite number ≥ 0, and an Error if another loop has the host and
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

  /** Whether the loop dispatches: not after {@link stop} or {@link dispose}. @internal */
  get started(): boolean {
    return this.#started;
  }

  /** Number of waiting tasks. */
  get pending(): number {
    return this.#tasks.size;
  }

  /** Number of waiting timers. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Whether `item` is waiting in this loop. */
  isPending(item: Task | Timer): boolean {
    checkItem('isPending', item);
    return item instanceof Timer ? this.#timers.has(item) : this.#tasks.has(item);
  }

  /**
   * Adds a task with a priority, any finite number, or starts a timer, which has no priority.
   *
   * A task that is waiting already gets the new priority and goes behind tasks of the same priority. A generator that has begun continues where it was.
   * The task belongs to `batch` from then on. Without `batch` it belongs to none, also if it was waiting in one. A timer that is waiting starts again.
   *
   * Throws a RangeError if the priority is not finite, a TypeError if it is not a number or if `item` is neither a task nor a timer, and an Error if the
   * loop is disposed or the item is pending or running in another loop.
   */
  submit<Item extends Task | Timer>(
    item: Item,
    // Not two overloads: of these, TypeScript reports a missing priority as a task that is not a timer.
    ...rest: Item extends Timer ? [] : [priority: number, batch?: Batch]
  ): void;
  submit(item: Task | Timer, priority?: number, batch?: Batch): void {
    if (item instanceof Timer) {
      checkKind('Batch.submit: task', batch === undefined, 'a Task', item);
      return this.#arm(item);
    }
    if (!Number.isFinite(priority)) checkPriority(item, priority);
    if (batch !== undefined) this.#checkBatch('submit', batch);
    if (item?.loop !== this || this.#disposed) this.#admit(item);
    if (item.expiresIn !== undefined) this.#startExpiry(item, item.expiresIn);
    this.#tasks.push(item, priority!);
    item.batch = batch;
    if (batch !== undefined) batch.add(item);
    this.stats.submitted++;
    if (this.#wakeAt !== -Infinity) this.#rest();
  }

  /** Removes `item`. Returns false if it was not waiting; a generator with steps left counts as waiting. */
  cancel(item: Task | Timer): boolean {
    if (item instanceof Task) return this.#drop(item, 'cancelled');
    checkItem('cancel', item);
    if (!this.#timers.remove(item)) return false;
    // A timer of the platform that nobody waits for keeps a process alive.
    if (this.#timers.size === 0 && this.#wakeAt !== -Infinity) this.#rest();
    return true;
  }

  /**
   * Drops all tasks, or those of `batch`, and returns their number. Timers stay. A frame on this loop loses the rest of its window, and continues with
   * the next one. Throws a TypeError if `batch` is not a batch of this loop.
   */
  cancelAll(batch?: Batch): number {
    if (batch !== undefined) this.#checkBatch('cancelAll', batch);
    const farewells: Task[] = [];
    const probed = this.#probe?.dropped !== undefined;
    let dropped = 0;
    const drop = (task: Task): boolean => {
      if (probed || (task.onDrop ?? task.steps ?? task.expiry) !== undefined) farewells.push(task);
      return ++dropped > 0;
    };
    const running = this.#current?.steps === undefined ? this.unfinished : this.#current;
    const isIncluded = batch === undefined || running?.batch === batch;
    if (running !== undefined && isIncluded && !this.#tasks.has(running)) drop(running);
    if (batch === undefined) this.#tasks.sweep(drop);
    else for (const task of batch.takeAll()) if (this.#tasks.remove(task)) drop(task);
    this.stats.cancelled += dropped;
    // All of them first: onDrop may submit others of them again.
    const rests = farewells.map((task) => this.#detach(task));
    for (const [i, task] of farewells.entries()) this.#bidFarewell(task, 'cancelled', rests[i]);
    return dropped;
  }

  /** Creates a batch: a group of tasks that can be cancelled together. */
  batch(): Batch {
    return new Batch(this);
  }

  /**
   * Runs timers and tasks now, for at most `budget` ms (default: `slice`) or until nothing can run. For a loop that the application drives, for example
   * from the frame callback of an engine. Runs at least one callback if one can run, however small the budget is.
   *
   * Throws a RangeError if the budget is not a finite number ≥ 0, and an Error if the loop is disposed, or if a callback of the same loop or of a
   * frame on it calls this.
   */
  run(options: { budget?: number | undefined } = {}): void {
    checkObject('EventLoop.run: options', options);
    const { budget = this.slice } = options;
    if (!(Number.isFinite(budget) && budget >= 0)) checkNumber('EventLoop.run: budget', budget, { min: 0 });
    this.checkRunnable('EventLoop.run');
    warnUnknownOptions('EventLoop.run', options, BUDGET_ONLY);
    this.#work(budget);
    this.#rest();
  }

  /** Resumes after {@link stop}. A new loop does not need it. Throws an Error if the loop is disposed. */
  start(): void {
    this.#checkAlive('EventLoop.start');
    this.#started = true;
    if (!this.#working) this.#rest();
  }

  /** Pauses the loop: it dispatches no task and no timer until {@link start}. Pending work stays pending. */
  stop(): void {
    this.#started = false;
    this.burst.end();
    this.#wakeAt = -Infinity;
    this.host.wake?.(Infinity);
  }

  /**
   * Drops all pending work for good and releases the resources of the host. Afterwards, methods that remove work do nothing, and methods that
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

  /** Calls `callback` when the loop is disposed. Returns the undo. @internal */
  whenDisposed(callback: () => void): () => void {
    this.#disposalListeners.add(callback);
    return () => this.#disposalListeners.delete(callback);
  }

  /** Passes `error` to `onError`. For code that calls callbacks of the application on behalf of the loop. */
  reportError(error: unknown, source?: Task | Timer): void {
    this.stats.failed++;
    const onError = this.#onError; // it gets no `this`
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
      this.#working = true;
      try {
        this.#dispatchUntil(start + budget, start);
      } finally {
        this.#working = false;
        this.burst.forget();
      }
      if (this.#probe?.turned !== undefined) this.#tell('turned', start, this.host.now());
    } catch (error) {
      // The host has failed, or the application has frozen a task: the next turn comes nevertheless.
      this.#timers.refresh();
      this.reportError(error);
    }
  }

  #dispatchUntil(until: number, start: number): void {
    const { host } = this;
    let now = start;
    let askAt = start;
    while (this.#started) {
      if (now >= this.#timers.nextRelease) {
        this.#fire(now);
        now = host.now();
      } else {
        if (!this.#runBurst(Math.min(this.#timers.nextRelease, until) - now)) break;
        const end = host.now();
        if (end > now) this.#resolution = Math.min(this.#resolution, end - now);
        this.burst.settle(end - now, this.#resolution);
        now = end;
      }
      if (now >= until || now < start) break; // a clock that goes back must not make the turn longer
      if (now >= askAt) {
        if (host.interrupted?.() === true) break;
        askAt = now + CLOCK_INTERVAL;
      }
    }
  }

  /** Runs tasks, best first, without reading the clock between them, for `limit` ms by what each of them is expected to cost. */
  #runBurst(limit: number): boolean {
    const { burst } = this;
    const tasks = this.#tasks;
    const probed = this.#probe?.dispatched !== undefined;
    let dispatched = 0;
    let goesOn = true;
    burst.begin(limit);
    while (goesOn) {
      const task = tasks.pop();
      if (task === undefined) break;
      const { size } = burst;
      const start = probed ? this.host.now() : 0;
      this.#current = task;
      this.#dispatch(task);
      this.#current = undefined;
      dispatched++;
      if (probed) this.#tell('dispatched', task, start, this.host.now());
      // A task that consists of smaller pieces has counted them.
      goesOn = burst.size === size ? burst.add(task) : burst.goesOn;
    }
    this.stats.dispatched += dispatched;
    return dispatched > 0;
  }

  /** For a task that holds many small pieces of work: whether no task waits that goes before its next piece. @internal */
  isNext(pieces: { readonly nextPriority: number }): boolean {
    return this.#tasks.size === 0 || this.#tasks.topKey() < pieces.nextPriority;
  }

  #dispatch(task: Task): void {
    // Its place in the queue may have another task after the callback.
    const priority = this.#tasks.keyOf(task);
    try {
      if (task.steps !== undefined) this.#step(task, task.steps, priority);
      else {
        const result = task.callback(task);
        if (result !== undefined) this.#take(result, task, priority);
      }
    } catch (error) {
      this.#current = this.unfinished = undefined;
      if (task.steps !== undefined) task.steps = undefined;
      this.reportError(error, task);
    }
    if (task.expiry !== undefined && !this.#tasks.has(task)) this.cancel(task.expiry);
  }

  /** A callback may return a generator, whose first step is made at once, or a promise. */
  #take(result: unknown, task: Task, priority: number): void {
    if (!isGenerator(result)) return this.watch(result, task);
    task.steps = result;
    task.batch?.add(task);
    this.#step(task, result, priority);
  }

  /** One step of a generator; it waits for the next behind its equals unless it asked for something else meanwhile. */
  #step(task: Task, steps: Generator<unknown, unknown>, priority: number): void {
    const { done, value } = steps.next();
    if (value !== undefined && this.#watchPromise(value, task) && done !== true) {
      development.warnings?.promiseYielded();
    }
    if (task.steps !== steps) steps.return(undefined);
    else if (done === true) task.steps = undefined;
    else if (!this.#tasks.has(task)) this.#tasks.push(task, priority);
  }

  /** Takes what a callback has returned: reports the rejection of a promise. Throws a TypeError about a generator. @internal */
  watch(result: unknown, source?: Task | Timer): void {
    if (result === undefined) return;
    if (isGenerator(result)) throw new TypeError(mustBe('Callback', NO_GENERATOR, result));
    if (hasTag(result, 'AsyncGenerator')) throw new TypeError(mustBe('Callback', NO_ASYNC_GENERATOR, result));
    this.#watchPromise(result, source);
  }

  /** Reports the rejection of `result`, if it is a promise; returns whether it is one. A `then` that throws counts as a rejection. */
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
    const isOurs = batch instanceof Batch && batch.loop === this;
    checkKind(`EventLoop.${action}: batch`, isOurs, 'a batch of this loop', batch);
  }

  /** Checks an item that this loop does not have yet. */
  #admit(item: Task | Timer): void {
    checkItem('submit', item);
    this.#checkAlive('EventLoop.submit');
    if (item.loop !== this && item.loop?.holds(item) === true) {
      throw new Error(
        'EventLoop.submit: the item is pending or running in another loop; cancel it there first',
      );
    }
    if (item instanceof Task && item.expiry !== undefined) item.loop?.cancel(item.expiry);
    item.loop = this;
  }

  /** Calls `act`, which calls callbacks of the application on behalf of the loop: {@link run} throws in these, also outside of a turn. @internal */
  lend(act: () => void): void {
    this.#lent++;
    try {
      act();
    } finally {
      this.#lent--;
    }
  }

  /** Throws the errors of {@link run} about the state of the loop. @internal */
  checkRunnable(action: string): void {
    this.#checkAlive(action);
    if (this.#working || this.#lent > 0)
      throw new Error(`${action} was called from a callback of the same loop`);
  }

  #checkAlive(action: string): void {
    if (this.#disposed) throw new Error(`${action}: the loop is disposed; create a new one`);
  }

  /** Whether `item` is pending or running here. @internal */
  holds(item: Task | Timer): boolean {
    return this.#current === item || this.isPending(item);
  }

  #arm(timer: Timer): void {
    const timers = this.#timers;
    const { at, after, period = 0 } = timer;
    if (timer.loop !== this || this.#disposed) this.#admit(timer);
    const release = at ?? this.#peek() + (after ?? period);
    if (at !== undefined) development.warnings?.timerSubmitted(this, at);
    timers.add(timer, release);
    timers.refresh();
    this.burst.end(); // it may be due already
    if (this.#wakeAt !== -Infinity) this.#rest();
  }

  /** Runs the earliest timer, which is due. */
  #fire(now: number): void {
    const timers = this.#timers;
    const release = timers.nextRelease;
    const timer = timers.pop()!;
    this.stats.fired++;
    try {
      if (timer.period !== undefined) this.#armAgain(timer, timer.period, now, release);
      this.watch(timer.callback(now, release), timer);
    } catch (error) {
      this.reportError(error, timer);
    }
    // Not before the callback, which would have to wait: the code of timers seldom runs, so it is slow.
    timers.refresh();
    if (this.#probe?.dispatched !== undefined) this.#tell('dispatched', timer, now, this.host.now());
  }

  #armAgain(timer: Timer, period: number, now: number, release: number): void {
    const missed = Math.floor((now - release) / period);
    // Where a period is lost in rounding, as it is long ago, there is no next one to make up for.
    // A clock that shows no finite time does not say what was missed.
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
    this.#bidFarewell(task, reason, this.#detach(task));
    return true;
  }

  /** Ends the expiry of a task that was dropped. Returns the rest of its generator; undefined if a step of that is running, and ends it. */
  #detach(task: Task): Generator<unknown, unknown> | undefined {
    const { expiry, steps } = task;
    if (expiry !== undefined) this.cancel(expiry);
    if (steps === undefined) return undefined;
    this.#try(() => (task.steps = undefined), task);
    if (this.#current !== task) return steps;
    this.#current = undefined; // it may be submitted to another loop
    return undefined;
  }

  /** Ends the generator of a dropped task, and tells the application. */
  #bidFarewell(task: Task, reason: DropReason, rest: Generator<unknown, unknown> | undefined): void {
    this.#tell('dropped', task, reason);
    if (rest !== undefined) this.#try(() => rest.return(undefined), task);
    if (task.onDrop !== undefined) this.#try(() => this.watch(task.onDrop?.(reason), task), task);
  }

  /** Calls `action`, which must not keep what follows from being done. */
  #try(action: () => void, source?: Task): void {
    try {
      action();
    } catch (error) {
      this.reportError(error, source);
    }
  }

  /** Calls the probe. One that throws must not stop the loop. No closures: they would cost an allocation for each task. */
  #tell<K extends keyof Probe>(event: K, ...details: Parameters<NonNullable<Probe[K]>>): void {
    const probe = this.#probe;
    if (probe?.[event] === undefined) return;
    try {
      (probe[event] as (...details: unknown[]) => void)(...details);
    } catch (error) {
      this.reportError(error);
    }
  }

  /** Asks the host for the next turn that is needed. If that fails, asks for one at once, and again when something is submitted. */
  #rest(): void {
    if (!this.#started) return;
    try {
      this.#askForTurn();
    } catch (error) {
      this.#wakeAt = -Infinity; // onError may submit something
      this.reportError(error);
      if (this.#started) this.#try(() => this.host.wake?.(0));
      this.#wakeAt = Infinity;
    }
  }

  #askForTurn(): void {
    if (this.#tasks.size > 0) {
      this.#wakeAt = -Infinity;
      return this.host.wake?.(0);
    }
    this.#wakeAt = this.#timers.wakeAt;
    if (this.#wakeAt === Infinity) return this.host.wake?.(Infinity); // the clock need not be read
    const now = this.#peek();
    development.warnings?.clockRead(this, now);
    this.host.wake?.(this.#wakeAt - now);
    if (this.#wakeAt <= now) this.#wakeAt = -Infinity;
  }

  #peek(): number {
    return this.host.peek?.() ?? this.host.now();
  }
}
