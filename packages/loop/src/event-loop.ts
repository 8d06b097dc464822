/// <reference lib="esnext.disposable" preserve="true" />
import { checkNumber } from './options.ts';
import { Batch } from './batch.ts';
import { everyFrame, type EveryFrameOptions } from './every-frame.ts';
import { ThreadHost } from './host/thread-host.ts';
import type { Host } from './host/host.ts';
import { PriorityQueue } from './priority-queue.ts';
import type { LoopStatistics, Probe } from './probe.ts';
import type { DropReason, Task } from './task.ts';
import { Timer } from './timer.ts';

/** Between two readings of the clock lie at most this many ms of tasks, going by what tasks have cost lately … */
const CLOCK_INTERVAL = 0.1;
/** … and at most this many tasks. Whether input waits is asked every CLOCK_INTERVAL: it costs as much as several tasks. */
const LONGEST_BURST = 32;
/** How early, in ms, the loop wakes for a firm timer: the platform's timers count in whole ms and come up to 1 ms late. */
const FIRM_LEAD = 2;

export interface EventLoopOptions {
  /** Where the loop lives. Default: the host of the calling thread. */
  host?: Host;
  /** Longest time in ms that the loop works before it yields to its host; ≥ 0, default 4. */
  slice?: number;
  /** Gets what callbacks throw or reject with. Default: it becomes an uncaught exception. */
  onError?: (error: unknown, source: Task | Timer | undefined) => void;
  probe?: Probe;
}

/**
 * A prioritized event loop within a thread (DOHA, WWW'12 §2.1): timers run once their release time has come, earliest
 * first; otherwise tasks run, highest priority first. Among equals, first submitted goes first.
 * It dispatches one callback after another and never interrupts one.
 */
export class EventLoop {
  readonly host: Host;
  readonly slice: number;
  readonly stats: LoopStatistics = {
    submitted: 0,
    dispatched: 0,
    cancelled: 0,
    expired: 0,
    fired: 0,
    skipped: 0,
    failed: 0,
    turns: 0,
  };

  #tasks: PriorityQueue<Task> = new PriorityQueue();
  #timers: PriorityQueue<Timer> = new PriorityQueue(); // by release time, negated
  #nextRelease = Infinity; // the earliest release time
  #tightest = Infinity; // no pending timer has a smaller maxLateness
  #started = true;
  #disposed = false;
  #working = false;
  #wakeAt = Infinity; // when the host was asked to give a turn; -Infinity: no need to ask
  #cost = CLOCK_INTERVAL; // ms a task lately took: a maximum that decays
  #burst = 0; // tasks to run before the clock is read again
  #stepping: Task | undefined; // the generator task whose step is running
  #onDispose: Set<() => void> = new Set();
  #onError: (error: unknown, source: Task | Timer | undefined) => void;
  #probe: Probe | undefined;

  /** Throws a RangeError if `slice` is not a finite number ≥ 0. */
  constructor({
    host = new ThreadHost(),
    slice = 4,
    onError = reportUncaught,
    probe,
  }: EventLoopOptions = {}) {
    checkNumber('EventLoop: slice', slice, { min: 0 });
    this.host = host;
    this.slice = slice;
    this.#onError = onError;
    this.#probe = probe;
    host.attach?.(() => this.run());
  }

  /** Tasks waiting. */
  get pending(): number {
    return this.#tasks.size;
  }

  /** Timers waiting. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Whether `item` waits in this loop. */
  isPending(item: Task | Timer): boolean {
    return item instanceof Timer ? this.#timers.has(item) : this.#tasks.has(item);
  }

  /**
   * Makes `task` wait for its turn with `priority`, any finite number. A task that already waits gets the new priority and
   * goes behind its equals; a generator that has begun goes on from where it was.
   *
   * Throws a RangeError if the priority is not finite, an Error if the loop is disposed or another loop has the task.
   */
  submit(task: Task, priority: number, batch?: Batch): void;
  /** Arms `timer`, anew if it is armed. Throws an Error if the loop is disposed or another loop has the timer. */
  submit(timer: Timer): void;
  submit(item: Task | Timer, priority = NaN, batch?: Batch): void {
    if (item.loop !== this || this.#disposed) this.#adopt(item);
    if (item instanceof Timer) return this.#arm(item);
    if (!Number.isFinite(priority)) checkNumber('EventLoop.submit: priority', priority);
    item.batch = batch;
    this.#tasks.push(item, priority);
    this.stats.submitted++;
    if (item.expiresIn !== undefined) this.#startExpiry(item, item.expiresIn);
    if (this.#wakeAt !== -Infinity) this.#rest();
  }

  /** Takes `item` back. Returns whether it was waiting (or, for a generator, had steps left). */
  cancel(item: Task | Timer): boolean {
    if (item instanceof Timer) {
      if (!this.#timers.has(item)) return false;
      this.#timers.remove(item);
      this.#nextRelease = -this.#timers.topKey();
      // A timer of the platform that nobody waits for keeps a process alive.
      if (this.#timers.size === 0 && this.#wakeAt !== -Infinity) this.#rest();
      return true;
    }
    return this.#drop(item, 'cancelled');
  }

  /** Drops all tasks, or those of `batch`; returns how many. Timers stay. */
  cancelAll(batch?: Batch): number {
    const farewells: Task[] = [];
    const probed = this.#probe?.dropped !== undefined;
    const goes = (task: Task): boolean => {
      if (batch !== undefined && task.batch !== batch) return false;
      if (probed || (task.onDrop ?? task.steps ?? task.expiry) !== undefined) farewells.push(task);
      return true;
    };
    const stepping = this.#stepping;
    const isUnfinished = stepping?.steps !== undefined && !this.#tasks.has(stepping) && goes(stepping);
    const dropped = this.#tasks.sweep(goes) + Number(isUnfinished);
    this.stats.cancelled += dropped;
    for (const task of farewells) this.#bidFarewell(task, 'cancelled');
    return dropped;
  }

  /** A new batch of tasks of this loop. */
  batch(): Batch {
    return new Batch(this);
  }

  /**
   * Works now, for `budget` ms (default: `slice`) or until nothing can run, and returns: for a loop that is driven from somebody
   * else's frame. At least one callback is made if any can be, however small the budget.
   *
   * Throws a RangeError if the budget is not a number ≥ 0, an Error when called from within a callback of the loop.
   */
  run({ budget = this.slice }: { budget?: number } = {}): void {
    checkNumber('EventLoop.run: budget', budget, { min: 0 });
    if (this.#working) throw new Error('EventLoop.run in its own callback');
    this.#work(budget);
    this.#rest();
  }

  /** Goes on after {@link stop}. A new loop is started. */
  start(): void {
    this.#started = !this.#disposed;
    if (!this.#working) this.#rest();
  }

  /** Pauses: nothing is dispatched, neither task nor timer, until {@link start}; what is pending stays. */
  stop(): void {
    this.#started = false;
    this.#burst = 0;
    this.#wakeAt = -Infinity;
    this.host.wake?.(Infinity);
  }

  /** Drops everything for good and gives back what the host holds. */
  dispose(): void {
    this.stop();
    this.#disposed = true;
    this.host.detach?.();
    for (const undo of this.#onDispose) undo();
    this.#timers.sweep(() => true);
    this.cancelAll();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * A game's two rhythms: `simulate` at a fixed `rate`, from a timer; `draw` before each picture of the display,
   * whatever its rate. Both rest while the page is hidden. Returns the undo.
   */
  everyFrame(options: EveryFrameOptions): () => void {
    const stopFrames = everyFrame(this, options);
    const undo = (): void => {
      this.#onDispose.delete(undo);
      stopFrames();
    };
    this.#onDispose.add(undo);
    return undo;
  }

  /** Hands `error` to `onError`; for code that calls the application on the loop's behalf. */
  reportError(error: unknown, source?: Task | Timer): void {
    this.stats.failed++;
    try {
      this.#onError(error, source);
    } catch (second) {
      reportUncaught(second);
    }
  }

  #work(budget: number): void {
    const host = this.host;
    const start = host.now();
    const until = start + budget;
    let now = start;
    let askAt = start;
    this.#working = true;
    this.#wakeAt = -Infinity;
    this.stats.turns++;
    while (this.#started) {
      if (now >= this.#nextRelease) {
        this.#fire(now);
        now = host.now();
      } else {
        const done = this.#runBurst(Math.min(this.#nextRelease, until) - now);
        if (done === 0) break;
        const end = host.now();
        this.#cost = Math.max((end - now) / done, this.#cost * 0.9);
        now = end;
      }
      if (now >= until) break;
      if (now >= askAt) {
        if (host.interrupted?.() === true) break;
        askAt = now + CLOCK_INTERVAL;
      }
    }
    this.#working = false;
    this.#probe?.turned?.(start, host.now());
  }

  /**
   * Runs tasks, best first, without reading the clock between them; returns how many. In `left` ms a timer or the end of the turn
   * is due, so by what tasks have cost lately the burst ends before that.
   */
  #runBurst(left: number): number {
    const tasks = this.#tasks;
    const probed = this.#probe?.dispatched !== undefined;
    const affordable = Math.min(left, CLOCK_INTERVAL) / this.#cost;
    this.#burst = affordable < LONGEST_BURST ? Math.max(1, affordable | 0) : LONGEST_BURST;
    let done = 0;
    for (; done < this.#burst; done++) {
      const task = tasks.pop();
      if (task === undefined) break;
      const start = probed ? this.host.now() : 0;
      this.#dispatch(task, tasks.keyOf(task));
      if (probed) this.#probe?.dispatched?.(task, start, this.host.now());
    }
    this.stats.dispatched += done;
    return done;
  }

  #dispatch(task: Task, priority: number): void {
    try {
      if (task.steps === undefined) {
        const result = task.callback(task);
        if (isGenerator(result)) task.steps = result;
        else if (result !== undefined) this.#watch(result, task);
      }
      if (task.steps !== undefined) this.#step(task, task.steps, priority);
    } catch (error) {
      task.steps = undefined;
      this.reportError(error, task);
    }
    this.#stepping = undefined;
    if (task.expiry !== undefined && !this.#tasks.has(task)) this.cancel(task.expiry);
  }

  /** One step of a generator; it waits for the next behind its equals unless it asked for something else meanwhile. */
  #step(task: Task, steps: Generator, priority: number): void {
    this.#stepping = task;
    const { done } = steps.next();
    if (task.steps !== steps) steps.return(undefined);
    else if (done === true) task.steps = undefined;
    else if (!this.#tasks.has(task)) this.#tasks.push(task, priority);
  }

  #watch(result: unknown, source: Task | Timer): void {
    if (typeof (result as PromiseLike<unknown> | null)?.then !== 'function') return;
    (result as PromiseLike<unknown>).then(undefined, (error) => this.reportError(error, source));
  }

  #adopt(item: Task | Timer): void {
    if (this.#disposed) throw new Error('EventLoop is disposed');
    if (item.loop?.isPending(item) === true) throw new Error('Pending in another loop');
    item.loop = this;
  }

  #arm(timer: Timer): void {
    const timers = this.#timers;
    const { at, after, every = 0, maxLateness } = timer.options;
    const release = at ?? this.host.now() + (after ?? every);
    this.cancel(timer);
    this.#tightest = Math.min(timers.size === 0 ? Infinity : this.#tightest, maxLateness);
    timers.push(timer, -release);
    this.#nextRelease = -timers.topKey();
    this.#burst = 0; // it may be due already
    if (this.#wakeAt !== -Infinity) this.#rest();
  }

  /** Runs the earliest timer, which is due. */
  #fire(now: number): void {
    const timers = this.#timers;
    const release = this.#nextRelease;
    const timer = timers.pop()!;
    const { every, catchUp } = timer.options;
    if (every !== undefined) {
      // The next period, unless more were missed than are made up for.
      const missed = Math.floor((now - release) / every);
      const skipped = missed > catchUp ? missed : 0;
      this.stats.skipped += skipped;
      timers.push(timer, -(release + every + skipped * every));
    }
    this.stats.fired++;
    try {
      this.#watch(timer.callback(now, release), timer);
    } catch (error) {
      this.reportError(error, timer);
    }
    // Not before the callback, which would be kept waiting: a timer's code is seldom run, so it is slow.
    this.#nextRelease = -timers.topKey();
    this.#probe?.dispatched?.(timer, now, this.host.now());
  }

  #startExpiry(task: Task, expiresIn: number): void {
    task.expiry ??= new Timer(() => task.loop!.#drop(task, 'expired'), { after: expiresIn });
    this.submit(task.expiry);
  }

  #drop(task: Task, reason: DropReason): boolean {
    if (this.#tasks.has(task)) this.#tasks.remove(task);
    else if (this.#stepping !== task || task.steps === undefined) return false;
    this.stats[reason]++;
    this.#bidFarewell(task, reason);
    return true;
  }

  /** What there is to do once a task is out of the queue: end its generator and its expiry, tell who wants to know. */
  #bidFarewell(task: Task, reason: DropReason): void {
    const steps = task.steps;
    task.steps = undefined;
    if (task.expiry !== undefined) this.cancel(task.expiry);
    this.#probe?.dropped?.(task, reason);
    try {
      if (this.#stepping !== task) steps?.return(undefined);
      task.onDrop?.(reason);
    } catch (error) {
      this.reportError(error, task);
    }
  }

  /** Asks the host for the next turn that is needed. */
  #rest(): void {
    if (!this.#started) return;
    if (this.#tasks.size > 0) {
      this.#wakeAt = -Infinity;
      return this.host.wake?.(0);
    }
    const now = this.host.now();
    const slack = this.#tightest < 1 ? -FIRM_LEAD : this.#tightest - 1;
    this.#wakeAt = this.#nextRelease + slack;
    this.host.wake?.(this.#wakeAt - now);
    if (this.#wakeAt <= now) this.#wakeAt = -Infinity;
  }
}

function isGenerator(result: unknown): result is Generator {
  return (
    (result as { [Symbol.toStringTag]?: string } | null | undefined)?.[Symbol.toStringTag] === 'Generator'
  );
}

/** As an uncaught exception: window's `error` event, or Node's `uncaughtException`. */
function reportUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
