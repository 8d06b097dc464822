/// <reference lib="esnext.disposable" preserve="true" />
import { advice } from './advice.ts';
import { checkRate } from './check-rate.ts';
import { checkNumberResult } from './callback-result.ts';
import { EntityList, Entry } from './entity-list.ts';
import { EventLoop } from './event-loop.ts';
import type { Simulation } from './every-frame.ts';
import { completeOptions, type CompleteFrameOptions, type FrameOptions } from './frame-options.ts';
import { createFrameStatistics, type FrameStatistics } from './frame-statistics.ts';
import { FrameWindow } from './frame-window.ts';
import { checkInstance, checkNumber, checkObject, checkOptions, mustBe } from './options.ts';
import { StepList } from './step-list.ts';
import { Task } from './task.ts';

/** Ranking goes before all updates, since it says what they matter. */
const RANKING_PRIORITY = Number.MAX_VALUE;

/**
 * Calls that an update is cut into, at most. If `maxStep` asks for more work than there is time for, more calls in a row would keep other entities
 * and the next step waiting.
 */
const MAX_PARTS = 8;

/** Whose callbacks are running while a window is ranked. */
const RANKING = 'the policy or the list of entities';

/** Frames above this many ms, 11 days, are absences in any case: the steps of 1e300 ms would never end. */
const LONGEST_FRAME = 1e9;

/** The share of a step by which sums of times may be too small: 50 ms are three steps of 1000 / 60 ms. */
const ROUNDING = 1e-9;

const RUN_OPTIONS = ['elapsed', 'budget'];

/**
 * The frame that is asking its `initialAge`, the simulated ms that its new window has begun with, and those that the entity is ahead, which the frame knows
 * that it comes from.
 */
const greeting: { frame: object | undefined; elapsed: number; lead: number } = {
  frame: undefined,
  elapsed: 0,
  lead: 0,
};

/**
 * An adaptive game loop (DOHA, WWW'12 fig. 3). At the beginning of each window it cancels the updates that the last window did not reach, asks the policy
 * for the priority of each entity, and makes updates in an event loop until the window ends. `always` is updated in each step. Entities that would miss
 * their minimum rate go next, then all others by priority.
 *
 * Simulated time advances by whole steps. Each update receives the simulated time since the last update of the same entity.
 */
export class Frame<E extends object> implements Simulation {
  /** Counters since the frame was created. */
  readonly stats: FrameStatistics = createFrameStatistics();

  /**
   * Position of the display frame between the last two steps, as for `draw` of `loop.everyFrame`. For drawing after {@link run}: entities in `always` are
   * at `previous + (current - previous) * alpha`. The others need an {@link Interpolation}.
   */
  alpha = 0;

  #options: CompleteFrameOptions<E>;
  #rate: number;
  #step: number;
  #startsAt = 0; // the simulated time in ms …
  #startsWith = 0; // … and the number of steps when the rate was set
  #unspent = 0;
  #drawTime = 0;
  #disposed = false;
  #loop: EventLoop | undefined;
  #always: StepList<E> = new StepList();
  #list: EntityList<E> = new EntityList(
    {
      refuse: (value) => this.#reportEntity(value),
      updatedAt: (entity) => this.#greet(entity),
    },
    this.#always,
  );
  #reportError = (error: unknown): void => this.#loop?.reportError(error);
  #window: FrameWindow<E>;
  #windowAt = 0; // steps made when the current window began
  #dueFrom: number | undefined; // steps made before those of a window that is due and has not begun
  #readFrom = 0; // steps made before those of the current window
  #readAt = 0; // steps made when the list of entities was last read to its end
  #newcomerSteps = 0; // usual age of entities that are new in the current window, in steps
  // Simulated ms that an entity is ahead after an update, where that is not usual: not `stepsPerWindow - 1` steps in `entities`, not 0 in `always`.
  #leads: WeakMap<E, number> = new WeakMap();
  #moved: Set<E> | undefined; // entities of this window whose pending time another frame has taken over
  #simulated = 0; // entity time, in ms
  #late: { readonly entry: Entry<E>; readonly elapsed: number }[] = []; // what is not to be counted at the end of the window
  #lived = 0;
  #stopDriver: (() => void) | undefined; // of the everyFrame that runs this frame
  #awaitsLoop = false; // it has not attached its loop yet
  #inside: 'a step' | typeof RANKING | undefined; // whose callbacks are running
  #ranking: Task;
  #updates: Task;

  /** Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range. */
  constructor(options: FrameOptions<E>) {
    this.#options = completeOptions(options);
    this.#rate = this.#options.rate;
    this.#step = 1000 / this.#rate;
    this.#window = new FrameWindow(this.#options, this.stats, this.#reportError);
    // Dropped by the application's `loop.cancelAll()`, perhaps: then the rest of the window is cancelled.
    const onDrop = (): void => this.#endWindow();
    this.#ranking = new Task(() => this.#beginWindow(), { onDrop });
    this.#updates = new Task(() => this.#work(), { onDrop });
    // Neither says what a new task costs: ranking depends on the number of entities, and updates are counted one by one.
    this.#ranking.cost = this.#updates.cost = 0;
  }

  /** Steps per second. */
  get rate(): number {
    return this.#rate;
  }

  /** Simulated time in ms. */
  get now(): number {
    return this.#startsAt + (this.stats.steps - this.#startsWith) * this.#step;
  }

  /**
   * Simulated time in ms that the display frame shows: `alpha` of the way from the last step but one to the last step. It advances with the display, by
   * {@link run} or by the drawing of `loop.everyFrame`, and never goes back.
   */
  get drawTime(): number {
    return this.#drawTime;
  }

  /**
   * Makes `loop` run the updates from now on. `loop.everyFrame` and {@link run} call this.
   *
   * Throws a TypeError if `loop` is not an event loop, a RangeError if `rate` is not from 0.000001 to 1,000,000, and an Error while everyFrame runs the
   * frame.
   */
  attach(loop: EventLoop, rate: number = this.rate): void {
    this.#checkUsable('attach');
    if (this.#stopDriver !== undefined && !this.#awaitsLoop)
      throw new Error('Frame.attach: everyFrame runs the frame already; stop it first');
    checkInstance('Frame.attach: loop', loop instanceof EventLoop, 'an EventLoop', loop);
    checkRate('Frame.attach: rate', rate);
    this.#awaitsLoop = false;
    this.#endWindow();
    this.#loop = loop;
    if (rate !== this.rate) this.#changeRate(rate);
  }

  /**
   * Makes the steps that are due after `elapsed` ms, then makes updates until `budget` ms have passed since the call. For the frame callback of an
   * engine. An `elapsed` above `maxFrameTime` makes one step. At least one update is made, however small the budget is.
   *
   * On a loop that is stopped no steps and no updates are made, and `elapsed` counts as skipped.
   *
   * A negative `elapsed` counts as 0: the first display frame of a browser can give one. Throws a RangeError if `elapsed` is not finite or `budget` is
   * not a finite number ≥ 0, and an Error if the frame or its loop is disposed. No step is made in these cases.
   */
  run(options: { elapsed: number; budget: number }): void {
    checkOptions('Frame.run', options, RUN_OPTIONS);
    const { elapsed, budget } = options;
    checkNumber('Frame.run: elapsed', elapsed);
    checkNumber('Frame.run: budget', budget, { min: 0 });
    this.#checkUsable('run');
    if (this.#stopDriver !== undefined) throw new Error('Frame.run: everyFrame runs the frame already');
    if (this.#loop === undefined) this.attach(new EventLoop({ host: performance }));
    const loop = this.#loop!;
    loop.checkRunnable('Frame.run');
    advice.advisor?.frameRan(this, elapsed, loop.host.now());
    if (!loop.started) return this.skip(Math.max(0, elapsed));
    const start = loop.host.now();
    this.#addTime(elapsed);
    const whole = this.#step * (1 - ROUNDING);
    for (; this.#unspent >= whole && !this.#isOver(); this.#unspent -= this.#step) this.tick();
    this.alpha = Math.max(0, this.#unspent / this.#step);
    if (this.#isOver()) return;
    const { updated } = this.stats;
    const spent = loop.host.now() - start;
    // A clock that goes back must not make the call longer.
    loop.run({ budget: spent >= 0 ? Math.max(0, budget - spent) : 0 });
    // Timers and other tasks that use up every budget must not keep all entities from ever being updated.
    if (this.stats.updated === updated && loop.started) this.#makeOneUpdate();
    this.beforeDraw(this.alpha);
  }

  /** Sets {@link alpha} and {@link drawTime} for a display frame. `loop.everyFrame` and {@link run} call this. */
  beforeDraw(alpha: number): void {
    this.alpha = alpha;
    // Not back: after skipped steps a display frame can be up to half a step before the last one.
    this.#drawTime = Math.max(this.#drawTime, this.now - (1 - alpha) * this.#step);
  }

  /** Makes one step. `loop.everyFrame` and {@link run} call this. Throws an Error if the frame is disposed or has no loop yet. */
  tick(): void {
    this.#checkUsable('tick');
    if (this.#loop === undefined)
      throw new Error('Frame.tick: the frame has no loop yet; call attach or run first');
    if (this.#loop.disposed)
      throw new Error('Frame.tick: the loop of the frame is disposed; attach another one');
    if (this.stats.steps++ % this.#options.stepsPerWindow < 1) this.#demandWindow();
    this.#inside = 'a step';
    this.#prepareStep();
    this.#updateAlways();
    this.#inside = undefined;
  }

  /**
   * Claims the frame for one driver, such as `loop.everyFrame`. The frame calls `stop` when it is disposed. Returns a function that releases the claim.
   * Throws an Error if another driver has the frame: with two drivers it would run twice as fast.
   */
  claim(stop: () => void): () => void {
    if (this.#disposed) throw new Error('everyFrame: the frame is disposed; create a new one');
    if (this.#stopDriver !== undefined)
      throw new Error('everyFrame: another everyFrame runs the frame; stop that one first');
    this.#stopDriver = stop;
    this.#awaitsLoop = true;
    return () => {
      if (this.#stopDriver === stop) this.#stopDriver = undefined;
    };
  }

  /** Counts `elapsed` ms for which no steps will be made, such as those of a hidden page. `loop.everyFrame` and {@link run} call this. */
  skip(elapsed: number): void {
    this.stats.skippedTime += checkNumber('Frame.skip: elapsed', elapsed, { min: 0 });
  }

  /**
   * Adds an entity that was created during a window to that window, as if it had been the last one in the list: it is updated after the others of its
   * priority (with `order: 'list'`, after all chosen entities), and receives the time of one window unless {@link FrameOptions.initialAge} says otherwise.
   * Add it to `entities` as well, for the following windows. The call has no effect between two windows, and for an entity that is listed already.
   */
  addToWindow(entity: E): void {
    this.#checkUsable('addToWindow');
    checkObject('Frame.addToWindow: entity', entity);
    if (!this.#window.isOpen) return;
    const inside = this.#inside;
    this.#inside = RANKING;
    const isNew = this.#rankLate(entity);
    this.#inside = inside;
    if (this.#isOver()) this.stats.cancelled += this.#window.end();
    else if (isNew) this.#submitUpdates();
  }

  /**
   * The simulated time in ms since the last update of `entity`; undefined if the entity is not in the list of the last window.
   *
   * {@link FrameOptions.initialAge} of another frame can return it: called there, `ageOf` includes the steps with which the new window of that frame has
   * begun, whichever of the two frames makes its step first. It then also knows an entity that was in the list of the last window but one, and cancels the
   * entity's pending update here: the other frame gives it that time.
   */
  ageOf(entity: E): number | undefined {
    if (greeting.frame !== undefined && greeting.frame !== this) return this.#ageAtMove(entity);
    const entry = this.#list.find(entity);
    return entry === undefined ? undefined : (this.stats.steps - entry.updatedAt) * this.#step;
  }

  /** Cancels pending updates and removes all entities. Afterwards, methods that make steps or add work throw an Error. */
  dispose(): void {
    if (this.#disposed) return;
    this.#endWindow();
    this.#disposed = true;
    this.#list.clear();
    this.#late = [];
    this.#moved = undefined;
    this.#stopDriver?.();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** As {@link ageOf}, for the frame that the entity moves to: that frame counts the steps of its new window, so steps of ours must not count as well. */
  #ageAtMove(entity: E): number | undefined {
    const listed = this.#list.find(entity);
    const entry = listed ?? this.#list.findLeft(entity);
    if (entry === undefined) return undefined;
    const until = listed === undefined ? this.#readFrom : (this.#dueFrom ?? this.stats.steps);
    greeting.lead = this.#leadOf(entity) * this.#step;
    if (listed !== undefined) (this.#moved ??= new Set()).add(entity);
    return Math.max(0, until - entry.updatedAt) * this.#step + greeting.elapsed;
  }

  #addTime(elapsed: number): void {
    const longest = Math.min(this.#options.maxFrameTime, LONGEST_FRAME);
    if (elapsed <= Math.max(longest, this.#step)) {
      this.#unspent += Math.max(0, elapsed);
      return;
    }
    this.skip(elapsed - this.#step);
    this.#unspent += this.#step;
  }

  #changeRate(rate: number): void {
    const step = 1000 / rate;
    const { steps } = this.stats;
    const rescale = (at: number): number => steps - ((steps - at) * this.#step) / step;
    this.#startsAt = this.now;
    this.#startsWith = steps;
    for (const entry of this.#list.entries) {
      entry.updatedAt = rescale(entry.updatedAt);
      this.#leads.set(entry.entity, this.#leads.get(entry.entity) ?? this.#usualLead * this.#step);
    }
    this.#always.forget();
    this.#windowAt = rescale(this.#windowAt);
    this.#readAt = rescale(this.#readAt);
    this.#readFrom = rescale(this.#readFrom);
    if (this.#dueFrom !== undefined) this.#dueFrom = rescale(this.#dueFrom);
    this.#rate = rate;
    this.#step = step;
    this.#window.forget();
  }

  #prepareStep(): void {
    const { beforeStep } = this.#options;
    if (beforeStep === undefined) return;
    try {
      this.#loop?.watch(beforeStep(this.now));
    } catch (error) {
      this.#reportError(error);
    }
  }

  #updateAlways(): void {
    const always = this.#always;
    always.read(this.#options.always, this.stats.steps, this.#reportError);
    const { count, entities, movedFrom } = always;
    for (let place = 0; place < count && !this.#isOver(); place++) {
      const entity = entities[place]!;
      if (place >= movedFrom && !this.#settle(entity)) return;
      this.#makeStepOf(entity);
    }
  }

  /**
   * Gives an entity that comes from `entities` to `always` the time that is pending until this step. What `maxStep` leaves of it is lost. Returns false if
   * the frame has ended meanwhile.
   */
  #settle(entity: E): boolean {
    const entry = this.#list.find(entity);
    if (entry === undefined) return this.#resume(entity);
    const lead = this.#leadOf(entity);
    const before = this.stats.steps - 1;
    const until = Math.max(before - lead, entry.updatedAt); // one that is ahead remains so
    this.#leads.set(entity, (until + lead - before) * this.#step);
    this.#countUntil(entry, until);
    this.#catchUp(entry, until);
    entry.updatedAt = NaN;
    return !this.#isOver();
  }

  /** As `#settle`, for an entity that is not listed: it may have left `always` since the list was read, and come back. */
  #resume(entity: E): boolean {
    const last = this.#always.lastStepOf(entity);
    const before = this.stats.steps - 1;
    if (last === before) return true; // it has another place in the list
    const ahead = (this.#leads.get(entity) ?? 0) / this.#step;
    this.#leads.delete(entity);
    if (last === undefined || last < this.#readAt) return true;
    const missed = before - last - ahead;
    if (missed < 0) this.#leads.set(entity, -missed * this.#step);
    if (missed <= 0) return true;
    const entry = new Entry(entity);
    entry.updatedAt = before - missed;
    this.#simulated += missed * this.#step;
    this.#catchUp(entry, before);
    return !this.#isOver();
  }

  /** Updates an entity by the time that is pending until this number of steps. */
  #catchUp(entry: Entry<E>, until: number): void {
    const pending = until - entry.updatedAt;
    entry.updatedAt = until;
    if (pending > 1e-9) this.#giveTime(entry, pending * this.#step); // not for a rounding error
    this.stats.lostTime += (until - entry.updatedAt) * this.#step;
  }

  /** Steps that an entity of `entities` is ahead after an update. */
  #leadOf(entity: E): number {
    const lead = this.#leads.get(entity);
    return lead === undefined ? this.#usualLead : lead / this.#step;
  }

  get #usualLead(): number {
    return this.#options.stepsPerWindow - 1;
  }

  /** Counts the simulated time of an entity that leaves the list now. */
  #countUntil(entry: Entry<E>, steps: number): void {
    this.#simulated += (steps - this.#windowAt) * this.#step;
    for (const late of this.#late) if (late.entry === entry) this.#simulated -= late.elapsed;
    this.#late = this.#late.filter((late) => late.entry !== entry);
  }

  /** One that throws must not keep the others from their step. */
  #makeStepOf(entity: E): void {
    try {
      this.#loop?.watch(this.#options.update(entity, this.#step));
    } catch (error) {
      this.stats.lostTime += this.#step;
      this.#reportError(error);
    }
  }

  /** Ends the current window; the next one begins after all steps that are due, so that these share it. */
  #demandWindow(): void {
    this.#endWindow();
    this.#dueFrom ??= this.stats.steps - 1;
    this.#loop!.submit(this.#ranking, RANKING_PRIORITY);
  }

  #beginWindow(): void {
    this.#inside = RANKING;
    try {
      this.#readList();
      this.#rank();
    } finally {
      this.#inside = undefined;
      if (this.#isOver()) this.stats.cancelled += this.#window.end();
      else this.#submitUpdates();
    }
  }

  /** Finds out which entities there are, and counts the time that was simulated for them since the last window. */
  #readList(): void {
    const { stats } = this;
    const { always, entities, stepsPerWindow } = this.#options;
    const steps = this.#sinceWindow;
    if (this.#simulated > 0) stats.pace = this.#lived / this.#simulated;
    // New entities have been there since the list was read before, but never for less than a window.
    this.#newcomerSteps = Math.max(stats.steps - this.#readAt, stepsPerWindow);
    this.#readFrom = this.#dueFrom ?? stats.steps;
    this.#dueFrom = undefined;
    this.#moved = undefined;
    try {
      this.#list.refresh(entities);
      this.#readAt = stats.steps;
    } finally {
      // Also if the list throws: its entities have no updates in this window, but their time goes on.
      this.#windowAt = stats.steps;
      this.#simulated += (this.#list.entries.length - this.#list.newcomers) * steps * this.#step;
      if (this.#late.length > 0) this.#discountLate();
    }
    if (stats.windows === 0) advice.advisor?.firstWindow(always, entities);
    advice.advisor?.listRead(this, this.#list.newcomers, this.#list.entries.length);
  }

  /** Steps since the window began. */
  get #sinceWindow(): number {
    return this.stats.steps - this.#windowAt;
  }

  /** Counts the time since the window began at once for an entity that is updated later: it may have left when that is counted for all. */
  #countLate(entry: Entry<E>): void {
    const elapsed = this.#sinceWindow * this.#step;
    this.#simulated += elapsed;
    this.#late.push({ entry, elapsed });
  }

  /** The time has been counted for all entities that are listed: takes out what was counted before, or was before they came. */
  #discountLate(): void {
    for (const { elapsed, entry } of this.#late.splice(0)) if (entry.listed === 1) this.#simulated -= elapsed;
  }

  /** Lists and ranks an entity that comes during the window; returns whether it was new. */
  #rankLate(entity: E): boolean {
    const entry = this.#list.add(entity);
    if (entry === undefined) return false;
    this.stats.submitted++;
    this.#late.push({ entry, elapsed: this.#sinceWindow * this.#step });
    this.#window.add(entry, (this.stats.steps - entry.updatedAt) * this.#step, this.now);
    return true;
  }

  /** Returns the step at which a new entity counts as updated. */
  #greet(entity: E): number {
    const steps = this.#initialSteps(entity);
    this.#simulated += steps * this.#step;
    return this.stats.steps - steps;
  }

  #initialSteps(entity: E): number {
    try {
      const age = this.#askAge(entity);
      if (age !== undefined) {
        checkNumberResult('Frame: initialAge', age, this.#reportError, { min: 0 });
        this.#leads.set(entity, greeting.lead);
        return age / this.#step;
      }
    } catch (error) {
      this.#reportError(error);
    }
    return this.#usualSteps(entity);
  }

  /** Those of an entity that comes from `always` since it was updated there, else those of a newcomer. */
  #usualSteps(entity: E): number {
    const last = this.#always.lastStepOf(entity);
    const ahead = (this.#leads.get(entity) ?? 0) / this.#step;
    this.#leads.delete(entity);
    if (last === undefined || last < this.#readAt) return this.#newcomerSteps;
    return this.stats.steps - last - ahead + this.#usualLead;
  }

  #askAge(entity: E): number | undefined {
    const { initialAge } = this.#options;
    if (initialAge === undefined) return undefined;
    // An entity that is added to an open window comes after its steps.
    const elapsed = this.#window.isOpen ? 0 : (this.stats.steps - this.#readFrom) * this.#step;
    greeting.frame = this;
    greeting.elapsed = elapsed;
    greeting.lead = 0;
    try {
      return initialAge(entity, elapsed);
    } finally {
      greeting.frame = undefined;
    }
  }

  #rank(): void {
    const { stats } = this;
    const { entries } = this.#list;
    stats.windows++;
    stats.submitted += entries.length;
    const { unchanged } = this.#list;
    this.#list.unchanged = Infinity;
    this.#window.begin(entries, unchanged, { made: stats.steps, step: this.#step, now: this.now });
  }

  /** Makes the update that goes next, whatever else the loop has to do. */
  #makeOneUpdate(): void {
    const loop = this.#loop!;
    if (loop.isPending(this.#ranking)) {
      loop.cancel(this.#ranking);
      try {
        this.#beginWindow();
      } catch (error) {
        loop.reportError(error);
      }
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
    loop.unfinished = this.#updates;
    do {
      const entry = window.next();
      if (entry === undefined) break;
      this.#update(entry);
      if (!loop.burst.add(entry)) break;
    } while (loop.isNext(window));
    loop.unfinished = undefined;
    if (!this.#isOver() && window.isOpen && !loop.isPending(this.#updates)) this.#submitUpdates();
  }

  #update(entry: Entry<E>): void {
    const { stats } = this;
    if (this.#moved?.has(entry.entity) === true) return void stats.cancelled++;
    const elapsed = (stats.steps - entry.updatedAt) * this.#step;
    stats.updated++;
    if (Number.isNaN(elapsed)) return; // it is in `always` now
    entry.updatedAt = stats.steps;
    if (stats.steps !== this.#windowAt) this.#countLate(entry);
    this.#giveTime(entry, elapsed);
  }

  /** Updates the entity by `given` ms, within the limits of the options. */
  #giveTime(entry: Entry<E>, given: number): void {
    const { stats } = this;
    const { maxElapsed, maxStep } = this.#options;
    const { entity } = entry;
    let elapsed = given;
    if (elapsed > maxElapsed) {
      stats.lostTime += elapsed - maxElapsed;
      elapsed = maxElapsed;
    }
    const longest = typeof maxStep === 'number' ? maxStep : this.#longestOf(entity, maxStep);
    if (elapsed <= longest) this.#live(entity, elapsed);
    else if (longest > 0) this.#liveInParts(entry, elapsed, longest);
    else stats.lostTime += elapsed; // maxStep has failed
  }

  /** Gives `entity` its time. Returns false if `update` throws: the time is lost then. */
  #live(entity: E, elapsed: number): boolean {
    try {
      this.#loop?.watch(this.#options.update(entity, elapsed));
      this.#lived += elapsed;
      return true;
    } catch (error) {
      this.stats.lostTime += elapsed;
      this.#reportError(error);
      return false;
    }
  }

  /**
   * Cuts a time that is too long for one call into equal parts. What is above MAX_PARTS of them stays pending, also if the frame ends meanwhile. If
   * one throws, the parts after it are lost as well: an entity that throws again and again must not become ever more urgent.
   */
  #liveInParts(entry: Entry<E>, elapsed: number, longest: number): void {
    // A hair of tolerance: the sum of steps must not cost a part more by a rounding error.
    const wanted = Math.ceil(elapsed / longest - 1e-9);
    const parts = Math.min(wanted, MAX_PARTS);
    const part = elapsed / wanted;
    if (parts < wanted) entry.updatedAt -= (elapsed - parts * part) / this.#step;
    let left = parts;
    while (left > 0 && !this.#isOver()) {
      left--;
      if (this.#live(entry.entity, part)) continue;
      this.stats.lostTime += left * part;
      return;
    }
    entry.updatedAt -= (left * part) / this.#step;
  }

  /** The result of `maxStep`; NaN if it throws or gives no positive number. */
  #longestOf(entity: E, maxStep: (entity: E) => number): number {
    try {
      const longest = maxStep(entity);
      if (longest > 0 && typeof longest === 'number') return longest;
      checkNumberResult('Frame: maxStep', longest, this.#reportError, { above: 0, unlimited: true });
    } catch (error) {
      this.#reportError(error);
    }
    return NaN;
  }

  #reportEntity(value: unknown): void {
    this.#reportError(new TypeError(mustBe('Frame: a member of entities', 'an object', value)));
  }

  #endWindow(): void {
    if (this.#inside === RANKING) return; // the window ends after the ranking
    this.stats.cancelled += this.#window.end();
    this.#loop?.cancel(this.#updates);
    this.#loop?.cancel(this.#ranking);
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
