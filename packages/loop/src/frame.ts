/// <reference lib="esnext.disposable" preserve="true" />
import { advice } from './advice.ts';
import { EntityList, type Entry } from './entity-list.ts';
import { EventLoop } from './event-loop.ts';
import type { Simulation } from './every-frame.ts';
import { completeOptions, type CompleteFrameOptions, type FrameOptions } from './frame-options.ts';
import { FrameWindow } from './frame-window.ts';
import { checkKind, checkNumber, checkObject, mustBe } from './options.ts';
import { Task } from './task.ts';

/** Ranking goes before all updates, since it says what they matter. */
const RANKING_PRIORITY = Number.MAX_VALUE;

/**
 * Calls that an update is cut into, at most. If `maxStep` asks for more work than there is time for, more calls in a row would keep other entities
 * and the next step waiting.
 */
const MAX_PARTS = 8;

/** Counts since the frame was made, and the state of the last window. Times in ms. */
export interface FrameStatistics {
  /** Steps made. */
  steps: number;
  /** Windows begun. */
  windows: number;
  /** Entities that wanted an update, summed over all windows; `always` is not counted. */
  submitted: number;
  /** Entities updated. */
  updated: number;
  /** Updates cancelled because their window ended. */
  cancelled: number;
  /**
   * How far the minimum rates are missed: 1 when they hold; 1.5 when the worst entity waited 1.5 times as long as its minimum rate allows. They
   * are stretched alike: the entity that is latest relative to its rate goes first.
   */
  stretch: number;
  /**
   * How much of the simulated time the entities have lived: the time given to their updates, divided by the time that was simulated while they
   * were there. 1 is real time. Time that is still pending counts as not lived.
   */
  pace: number;
  /** Entity time that will never be lived: cut off by `maxElapsed`, or given to an update that threw. */
  lostTime: number;
  /** Time of absences (a hidden page, a suspended machine) for which no steps were made. */
  skippedTime: number;
}

/**
 * The modified game loop of DOHA (WWW'12 fig. 3) as a mechanism: at the start of each window it cancels what the last one left, asks the policy,
 * and works through the updates in an event loop. In three tiers: `always`; entities that would miss their minimum rate; all others by priority.
 *
 * Time is simulated time: it advances by whole steps, and every update is given the time since that entity's last one.
 */
export class Frame<E extends object> implements Simulation {
  readonly stats: FrameStatistics = {
    steps: 0,
    windows: 0,
    submitted: 0,
    updated: 0,
    cancelled: 0,
    stretch: 1,
    pace: 1,
    lostTime: 0,
    skippedTime: 0,
  };

  /** How far the present lies between the last two steps, 0 to 1: for drawing after {@link run}. */
  alpha = 0;

  #options: CompleteFrameOptions<E>;
  #step: number;
  #startsAt = 0; // the simulated time in ms …
  #startsWith = 0; // … and the number of steps when the rate was set
  #unspent = 0;
  #disposed = false;
  #loop: EventLoop | undefined;
  #list: EntityList<E> = new EntityList((value) => this.#reportEntity(value));
  #window: FrameWindow<E>;
  #windowAt = 0; // steps made when the current window began
  #newcomerSteps = 0; // time of entities that are new in the current window, in steps
  #simulated = 0; // entity time, in ms
  #lived = 0;
  #stopDriver: (() => void) | undefined; // of the everyFrame that runs this frame
  #inside: 'a step' | 'the policy or the list of entities' | undefined; // whose callbacks are running
  #ranking: Task;
  #updates: Task;

  /** Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range. */
  constructor(options: FrameOptions<E>) {
    this.#options = completeOptions(options);
    this.#step = 1000 / this.#options.rate;
    this.#window = new FrameWindow(this.#options, this.stats, (error) => this.#loop?.reportError(error));
    // Dropped by the application's `loop.cancelAll()`, perhaps: then the rest of the window is cancelled.
    const onDrop = (): void => this.#endWindow();
    this.#ranking = new Task(() => this.#beginWindow(), { onDrop });
    this.#updates = new Task(() => this.#work(), { onDrop });
    // Neither says what a new task costs: ranking depends on the number of entities, and updates are counted one by one.
    this.#ranking.cost = this.#updates.cost = 0;
  }

  /** Steps per second. */
  get rate(): number {
    return 1000 / this.#step;
  }

  /** Simulated time in ms. */
  get now(): number {
    return this.#startsAt + (this.stats.steps - this.#startsWith) * this.#step;
  }

  /**
   * Moves to `loop`, which will run the updates. `loop.everyFrame` and {@link run} do this.
   *
   * Throws a TypeError if `loop` is not an event loop, a RangeError if `rate` is not a finite number > 0.
   */
  attach(loop: EventLoop, rate: number = this.rate): void {
    this.#checkUsable('attach');
    checkKind('Frame.attach: loop', loop instanceof EventLoop, 'an EventLoop', loop);
    checkNumber('Frame.attach: rate', rate, { above: 0 });
    this.#endWindow();
    this.#loop = loop;
    if (rate !== this.rate) this.#changeRate(1000 / rate);
  }

  /**
   * Inside somebody else's frame: makes the steps that `elapsed` ms hold (a long absence is one step), then works on the updates until `budget` ms
   * have passed since the call. At least one update is made, however small the budget.
   *
   * A negative `elapsed`, as a browser's first frame can give, is 0. Throws a RangeError if `elapsed` is not finite or `budget` is not a finite
   * number ≥ 0, an Error if the frame or its loop is disposed; no step is made then.
   */
  run(options: { elapsed: number; budget: number }): void {
    checkObject('Frame.run: options', options);
    const { elapsed, budget } = options;
    checkNumber('Frame.run: elapsed', elapsed);
    checkNumber('Frame.run: budget', budget, { min: 0 });
    this.#checkUsable('run');
    if (this.#stopDriver !== undefined) throw new Error('Frame.run: everyFrame runs the frame already');
    if (this.#loop === undefined) this.attach(new EventLoop({ host: performance }));
    const loop = this.#loop!;
    loop.checkRunnable('Frame.run');
    advice.advisor?.frameRan(this, elapsed);
    const start = loop.host.now();
    this.#addTime(elapsed);
    for (; this.#unspent >= this.#step && !this.#isOver(); this.#unspent -= this.#step) this.tick();
    this.alpha = this.#unspent / this.#step;
    if (this.#isOver()) return;
    const { updated } = this.stats;
    loop.run({ budget: Math.max(0, start + budget - loop.host.now()) });
    // Timers and other tasks that use up every budget must not keep all entities from ever being updated.
    if (this.stats.updated === updated) this.#makeOneUpdate();
  }

  /** Makes one step. `loop.everyFrame` and {@link run} do this. Throws an Error if the frame is disposed or belongs to no loop yet. */
  tick(): void {
    this.#checkUsable('tick');
    if (this.#loop === undefined)
      throw new Error('Frame.tick: the frame has no loop yet; call attach or run first');
    if (this.#loop.disposed)
      throw new Error('Frame.tick: the loop of the frame is disposed; attach another one');
    const { always, beforeStep, stepsPerWindow, update } = this.#options;
    if (this.stats.steps++ % stepsPerWindow < 1) this.#demandWindow();
    this.#inside = 'a step';
    if (beforeStep !== undefined) this.#guard(() => beforeStep(this.now));
    // One that throws must not keep the others from their step.
    this.#guard(() => {
      for (const entity of always) if (!this.#isOver()) this.#guard(() => update(entity, this.#step));
    });
    this.#inside = undefined;
  }

  /**
   * Claims the frame for a driver, such as `loop.everyFrame`; `stop` is called if the frame is disposed. Returns what releases the frame. Throws an
   * Error if another driver has it: two would make it run twice as fast.
   */
  claim(stop: () => void): () => void {
    this.#checkAlive('claim');
    if (this.#stopDriver !== undefined)
      throw new Error('everyFrame: another everyFrame runs the frame; stop that one first');
    this.#stopDriver = stop;
    return () => {
      if (this.#stopDriver === stop) this.#stopDriver = undefined;
    };
  }

  /** Counts `elapsed` ms that are not made up for, such as those of a hidden page. `loop.everyFrame` and {@link run} do this. */
  skip(elapsed: number): void {
    this.stats.skippedTime += checkNumber('Frame.skip: elapsed', elapsed, { min: 0 });
  }

  /**
   * Adds `entity`, which an update has just made, to the running window: it is updated after the others of its priority (with `order: 'list'`, after
   * all that were chosen), with the time of one window, as if it had stood at the end of the list. Add it to `entities` as well, for the windows
   * that follow. Between two windows this does nothing: the next window will find it in `entities`. Nor does it for an entity that is listed.
   */
  addToWindow(entity: E): void {
    this.#checkUsable('addToWindow');
    checkObject('Frame.addToWindow: entity', entity);
    if (!this.#window.isOpen) return;
    const entry = this.#list.add(entity, this.#windowAt - this.#newcomerSteps);
    if (entry === undefined) return;
    this.#simulated += this.#newcomerSteps * this.#step;
    this.stats.submitted++;
    this.#window.add(entry, this.now);
    this.#submitUpdates();
  }

  /** Cancels pending updates and forgets all entities. After that every other method throws. */
  dispose(): void {
    if (this.#disposed) return;
    this.#endWindow();
    this.#disposed = true;
    this.#list.clear();
    this.#stopDriver?.();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #addTime(elapsed: number): void {
    if (elapsed <= Math.max(this.#options.maxFrameTime, this.#step)) {
      this.#unspent += Math.max(0, elapsed);
      return;
    }
    this.skip(elapsed - this.#step);
    this.#unspent += this.#step;
  }

  #changeRate(step: number): void {
    this.#startsAt = this.now;
    this.#startsWith = this.stats.steps;
    const { steps } = this.stats;
    for (const entry of this.#list.entries) {
      entry.updatedAt = steps - ((steps - entry.updatedAt) * this.#step) / step;
    }
    this.#windowAt = steps - ((steps - this.#windowAt) * this.#step) / step;
    this.#step = step;
  }

  /** Ends the current window; the next one begins after all steps that are due, so that these share it. */
  #demandWindow(): void {
    this.#endWindow();
    this.#loop!.submit(this.#ranking, RANKING_PRIORITY);
  }

  #beginWindow(): void {
    this.#inside = 'the policy or the list of entities';
    try {
      this.#rank();
    } finally {
      this.#inside = undefined;
      if (this.#isOver()) this.#window.end();
      else this.#submitUpdates();
    }
  }

  #rank(): void {
    const { stats } = this;
    const steps = stats.steps - this.#windowAt;
    const { always, entities, stepsPerWindow } = this.#options;
    if (stats.windows === 0) advice.advisor?.firstWindow(always, entities);
    // New entities have been there since the last window, but never for less than a window.
    this.#newcomerSteps = Math.max(steps, stepsPerWindow);
    const newcomers = this.#list.refresh(entities, stats.steps - this.#newcomerSteps);
    const { entries } = this.#list;
    this.#windowAt = stats.steps;
    stats.windows++;
    stats.submitted += entries.length;
    if (this.#simulated > 0) stats.pace = this.#lived / this.#simulated;
    this.#simulated += ((entries.length - newcomers) * steps + newcomers * this.#newcomerSteps) * this.#step;
    this.#window.begin(entries, { made: stats.steps, step: this.#step, now: this.now });
  }

  /** Makes the update that goes next, whatever else the loop has to do. */
  #makeOneUpdate(): void {
    const loop = this.#loop!;
    if (loop.isPending(this.#ranking)) {
      loop.cancel(this.#ranking);
      this.#guard(() => this.#beginWindow());
    }
    const entry = this.#window.next();
    if (entry !== undefined) this.#update(entry);
  }

  #submitUpdates(): void {
    const { nextPriority } = this.#window;
    if (nextPriority > -Infinity) this.#loop?.submit(this.#updates, nextPriority);
  }

  /** Makes updates until the clock must be read or something else is more important. */
  #work(): void {
    const window = this.#window;
    const loop = this.#loop!;
    do {
      const entry = window.next();
      if (entry === undefined) return;
      this.#update(entry);
      loop.burst.add(entry);
    } while (loop.mayGoOn(window.nextPriority));
    if (!this.#isOver() && window.isOpen && !loop.isPending(this.#updates)) this.#submitUpdates();
  }

  #update(entry: Entry<E>): void {
    const { stats } = this;
    const { maxElapsed, maxStep, update } = this.#options;
    const { entity } = entry;
    const pending = (stats.steps - entry.updatedAt) * this.#step;
    const elapsed = pending > maxElapsed ? maxElapsed : pending;
    entry.updatedAt = stats.steps;
    stats.updated++;
    stats.lostTime += pending - elapsed;
    try {
      const longest = typeof maxStep === 'number' ? maxStep : maxStep(entity);
      if (elapsed <= longest) {
        update(entity, elapsed);
        this.#lived += elapsed;
      } else this.#updateInParts(entry, elapsed, longest);
    } catch (error) {
      stats.lostTime += elapsed;
      this.#loop?.reportError(error);
    }
  }

  /** Cuts a time that is too long for one call into equal parts. What is above MAX_PARTS of them stays pending. */
  #updateInParts(entry: Entry<E>, elapsed: number, longest: number): void {
    checkNumber('Frame: maxStep', longest, { above: 0, unlimited: true });
    // A hair of tolerance: the sum of steps must not cost a part more by a rounding error.
    const wanted = Math.ceil(elapsed / longest - 1e-9);
    const parts = Math.min(wanted, MAX_PARTS);
    const part = elapsed / wanted;
    if (parts < wanted) entry.updatedAt -= (elapsed - parts * part) / this.#step;
    for (let i = 0; i < parts && !this.#isOver(); i++) {
      this.#options.update(entry.entity, part);
      this.#lived += part;
    }
  }

  #reportEntity(value: unknown): void {
    this.#loop?.reportError(new TypeError(mustBe('Frame: a member of entities', 'an object', value)));
  }

  #endWindow(): void {
    if (this.#inside === 'the policy or the list of entities') return; // the window ends after the ranking
    this.stats.cancelled += this.#window.end();
    this.#loop?.cancel(this.#updates);
    this.#loop?.cancel(this.#ranking);
  }

  #guard(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#loop?.reportError(error);
    }
  }

  #isOver(): boolean {
    return this.#disposed || this.#loop?.disposed === true;
  }

  /** The callbacks of a frame must not step it or change its window in the middle of a step or of a ranking. */
  #checkUsable(action: string): void {
    this.#checkAlive(action);
    const isForbidden =
      this.#inside !== undefined && !(action === 'addToWindow' && this.#inside === 'a step');
    if (isForbidden) throw new Error(`Frame.${action} was called from ${this.#inside} of the same frame`);
  }

  #checkAlive(action: string): void {
    if (this.#disposed) throw new Error(`Frame.${action}: the frame is disposed; create a new one`);
  }
}
