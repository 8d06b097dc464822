/// <reference lib="esnext.disposable" preserve="true" />
import { development } from '../warnings/development-warnings.ts';
import { checkRate } from '../check-rate.ts';
import { EntityAges } from './entities/entity-ages.ts';
import { EntityList, type Entry, IN_ENTITIES } from './entities/entity-list.ts';
import { EntityUpdates, ROUNDING } from './entities/entity-updates.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { completeOptions, type FrameOptions } from './frame-options.ts';
import { FrameState } from './frame-state.ts';
import type { FrameStatistics } from './frame-statistics.ts';
import { FrameWindow } from './window/frame-window.ts';
import {
  warnUnknownOptions,
  checkCallback,
  checkInstance,
  checkNumber,
  checkObject,
  mustBe,
} from '../options.ts';
import type { Simulation } from '../display/simulation.ts';
import { AlwaysList } from './entities/always-list.ts';
import { AlwaysUpdates } from './entities/always-updates.ts';
import { Task } from '../event-loop/task.ts';

/** The ranking of a window precedes all its updates, because it computes their priorities. */
const RANKING_PRIORITY = Number.MAX_VALUE;

/** The source of the callbacks that run while a window is ranked, as named in errors. */
const RANKING = 'the policy, initialAge or the list of entities';

const RUN_OPTIONS = ['elapsed', 'budget'];

/**
 * An adaptive game loop (DOHA, WWW'12 fig. 3). At the beginning of each window it cancels the updates that the last window did not reach, and asks the
 * policy for the priority of each entity. Then it makes updates in an event loop until the window ends. The entities of `always` are updated in each step.
 * Next are the entities that would miss their minimum rate, then all others by priority.
 *
 * Simulated time advances by whole steps. Each update receives the simulated time since the last update of the same entity.
 */
export class Frame<E extends object> implements Simulation {
  /** Counters since the frame was created. */
  readonly stats: FrameStatistics;

  /**
   * Position of the display frame between the last two steps, like `alpha` of `draw` in
   * `everyFrame`. For drawing after {@link run}: entities in `always` are at
   * `previous + (current - previous) * alpha`. Entities in `entities` need an
   * {@link Interpolation}.
   */
  alpha = 0;

  #state: FrameState<E>;
  #always: AlwaysList<E> = new AlwaysList((entity, step) => {
    this.#ages.leaveAlways(entity, step);
    this.#alwaysUpdates.forget(entity);
  });
  #list: EntityList<E> = new EntityList(
    {
      reportInvalid: (value) => this.#reportInvalidEntity(value),
      updatedAt: (entry) => this.stats.steps - this.#ages.initialSteps(entry),
      left: (entry) => this.#ages.leaveEntities(entry),
    },
    this.#always,
  );
  #ages: EntityAges<E>;
  #entityUpdates: EntityUpdates<E>;
  #alwaysUpdates: AlwaysUpdates<E>;
  #window: FrameWindow<E>;
  #stopDriver: (() => void) | undefined; // stops the driver that has claimed this frame
  #awaitsLoop = false; // the driver has not attached its loop yet
  #attachment: { loop: EventLoop; rate: number } | undefined; // requested by a callback, applied when all callbacks have ended
  #inside: 'a step' | typeof RANKING | undefined; // the source of the running callbacks
  #ranking!: Task;
  #updates!: Task;

  /** Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range. */
  constructor(options: FrameOptions<E>) {
    const complete = completeOptions(options);
    const { replaces } = complete;
    if (replaces !== undefined)
      checkInstance('Frame: replaces', replaces instanceof Frame, 'a Frame', replaces);
    this.#state = new FrameState(complete);
    this.stats = this.#state.stats;
    this.#ages = new EntityAges(this.#state, this.#list, this.#always);
    this.#entityUpdates = new EntityUpdates(this.#state);
    this.#alwaysUpdates = new AlwaysUpdates(this.#state, this.#always, {
      ages: this.#ages,
      updates: this.#entityUpdates,
    });
    this.#window = new FrameWindow(this.#state);
    this.#createTasks();
  }

  /** Creates new tasks for a loop, because the tasks for the former loop may be running. */
  #createTasks(): void {
    // `loop.cancelAll()` of the application drops the tasks, and so the rest of the window.
    const onDrop = (): void => this.#endWindow();
    // The keys are the names of the functions, which a probe sees.
    const { rankEntities, updateEntities } = {
      rankEntities: () => this.#beginWindow(),
      updateEntities: () => this.#makeUpdates(),
    };
    this.#ranking = new Task(rankEntities, { onDrop });
    this.#updates = new Task(updateEntities, { onDrop });
    // The cost is 0, because each update is added to the burst with its own cost. If it were unknown, the loop would measure it, and expect the same cost of
    // other tasks that have never run.
    this.#ranking.cost = this.#updates.cost = 0;
  }

  /** Steps per second. */
  get rate(): number {
    return this.#state.clock.rate;
  }

  /** Whether {@link dispose} was called. */
  get disposed(): boolean {
    return this.#state.isDisposed;
  }

  /** Simulated time in ms. */
  get now(): number {
    return this.#state.clock.now;
  }

  /**
   * Simulated time in ms that the display frame shows: `alpha` of the way from the second-to-last step to the last one. It advances with each {@link run}, or
   * with each display frame of `everyFrame`, and never decreases.
   */
  get drawTime(): number {
    return this.#state.clock.drawTime;
  }

  /**
   * Makes `loop` run the updates from now on. `everyFrame` and {@link run} call this.
   *
   * Throws a TypeError if `loop` is not an event loop, and a RangeError if `rate` is not from 0.000001
   * to 1,000,000. Throws an Error if the frame or `loop` is disposed, while `everyFrame` runs the
   * frame, or if a step or the policy makes the call.
   */
  attach(loop: EventLoop, rate: number = this.rate): void {
    const isLater = this.#awaitsLoop && this.#inside !== undefined;
    if (isLater) this.#checkAlive('attach');
    else this.#checkUsable('attach');
    if (this.#stopDriver !== undefined && !this.#awaitsLoop)
      throw new Error('Frame.attach: everyFrame already runs the frame; stop it first');
    checkInstance('Frame.attach: loop', loop instanceof EventLoop, 'an EventLoop', loop);
    loop.checkAlive('Frame.attach');
    checkRate('Frame.attach: rate', rate);
    this.#awaitsLoop = false;
    if (isLater) this.#attachment = { loop, rate };
    else this.#useLoop(loop, rate);
  }

  /**
   * Makes the steps that are due after `elapsed` ms, then makes updates until `budget` ms have passed since the call. For the frame callback of an
   * engine. If `elapsed` exceeds both `maxFrameTime` and a step, one step is made. At least one update is made, however small the budget is.
   *
   * On a stopped loop, no steps and no updates are made, and `elapsed` counts as skipped.
   *
   * A negative `elapsed`, which browsers can cause at the first display frame, counts as 0. Throws a
   * RangeError if `elapsed` is not finite or `budget` is not a finite number ≥ 0. Throws an Error if the
   * frame or its loop is disposed, while `everyFrame` runs the frame, or if a callback of the loop or of
   * the frame makes the call. No step is made in these cases.
   */
  run(options: { elapsed: number; budget: number }): void {
    checkObject('Frame.run: options', options);
    const { elapsed, budget } = options;
    checkNumber('Frame.run: elapsed', elapsed);
    checkNumber('Frame.run: budget', budget, { min: 0 });
    this.#checkUsable('run');
    if (this.#stopDriver !== undefined) throw new Error('Frame.run: everyFrame already runs the frame');
    if (this.#state.loop === undefined) this.attach(new EventLoop({ host: performance }));
    const loop = this.#state.loop!;
    loop.checkRunnable('Frame.run');
    warnUnknownOptions('Frame.run', options, RUN_OPTIONS);
    if (!loop.started) return this.skip(Math.max(0, elapsed));
    const start = loop.host.now();
    development.warnings?.frameRan(this, elapsed, start);
    const { clock, options: limits } = this.#state;
    const skipped = clock.add(elapsed, limits.maxFrameTime);
    if (skipped > 0) this.skip(skipped);
    while (clock.isStepDue && !this.#state.isOver && this.#stopDriver === undefined) {
      clock.spendStep();
      this.tick();
    }
    this.alpha = clock.alpha;
    if (this.#state.isOver) return;
    const { updated } = this.stats;
    const spent = loop.host.now() - start;
    // A clock that goes back must not extend the call.
    loop.run({ budget: spent >= 0 ? Math.max(0, budget - spent) : 0 });
    // Timers and other tasks that use up each budget must not starve all entities.
    if (this.stats.updated === updated && loop.started) loop.guard(() => this.#makeOneUpdate());
    this.beforeDraw(this.alpha);
  }

  /**
   * Sets {@link alpha} and {@link drawTime} for a display frame. `everyFrame` and {@link run} call
   * this. Throws a TypeError if `alpha` is not a number, and a RangeError if it is not finite.
   */
  beforeDraw(alpha: number): void {
    checkNumber('Frame.beforeDraw: alpha', alpha);
    this.alpha = alpha;
    this.#state.clock.show(alpha);
  }

  /**
   * Makes one step. `everyFrame` and {@link run} call this. Throws an Error if the frame or its loop
   * is disposed, if the frame has no loop yet, or if a step or the policy makes the call.
   */
  tick(): void {
    this.#checkUsable('tick');
    if (this.#state.loop === undefined)
      throw new Error('Frame.tick: the frame has no loop yet; call attach or run first');
    if (this.#state.loop.disposed)
      throw new Error('Frame.tick: the loop of the frame is disposed; attach another one');
    this.#state.clock.beginStep();
    if (this.stats.steps++ % this.#state.options.stepsPerWindow < 1) this.#requestWindow();
    this.#state.hasLostDriver = false;
    this.#state.loop.guard(() => {
      this.#inside = 'a step';
      this.#ages.begunSteps = 1;
      this.#prepareStep();
      this.#ages.begunSteps = 0;
      this.#alwaysUpdates.make();
      this.#endCallbacks(undefined);
    });
  }

  /**
   * Claims the frame for one driver, such as `everyFrame`. The frame calls `stop` when it is disposed. Returns a function that releases the claim.
   * Throws a TypeError if `stop` is not a function, and an Error if another driver has claimed the frame: with two drivers it would run twice as fast.
   */
  claim(stop: () => void): () => void {
    checkCallback('Frame.claim: stop', stop);
    if (this.#state.isDisposed) throw new Error('everyFrame: the frame is disposed; create a new one');
    if (this.#stopDriver !== undefined)
      throw new Error('everyFrame: another everyFrame runs the frame; stop that one first');
    this.#stopDriver = stop;
    this.#awaitsLoop = true;
    this.#state.hasLostDriver = false;
    return () => {
      if (this.#stopDriver !== stop) return;
      this.#stopDriver = undefined;
      this.#state.hasLostDriver = true;
    };
  }

  /** Counts `elapsed` ms for which no steps are made, such as those of a hidden page. `everyFrame` and {@link run} call this. */
  skip(elapsed: number): void {
    this.stats.skippedTime += checkNumber('Frame.skip: elapsed', elapsed, { min: 0 });
  }

  /**
   * Adds an entity that was created during a window to that window, as if it were the last one in the list. It is updated after the others of its priority
   * (with `order: 'list'`, after all chosen entities), and receives the time of one window unless {@link FrameOptions.initialAge} returns another age.
   * Add it to `entities` as well, for the following windows. The call has no effect between two windows, or if the entity is already listed.
   */
  addToWindow(entity: E): void {
    this.#checkUsable('addToWindow');
    checkObject('Frame.addToWindow: entity', entity);
    if (!this.#window.isOpen) return;
    const inside = this.#inside;
    let isNew = false;
    this.#state.loop!.guard(() => {
      this.#inside = RANKING;
      isNew = this.#rankLate(entity);
      this.#endCallbacks(inside);
    });
    if (this.#state.isOver) this.#closeWindow();
    else if (isNew) this.#submitUpdates();
  }

  /**
   * Updates an entity of `entities` at once, by the simulated time since its last update, within `maxStep` and `maxElapsed`. Its update in the current window,
   * if there is one, counts as cancelled. Returns false and does nothing if no time is pending for the entity: it has been updated since the last step, it is
   * in `always`, or the last window did not find it in `entities`.
   *
   * No budget applies, and the call is also possible while the loop is stopped. An error that `update` throws goes to `onError` of the loop.
   *
   * Throws a TypeError if `entity` is not an object. Throws an Error if the frame or its loop is disposed, or if the policy makes the call.
   */
  updateNow(entity: E): boolean {
    this.#checkUsable('updateNow');
    checkObject('Frame.updateNow: entity', entity);
    const { loop } = this.#state;
    if (loop?.disposed === true) throw new Error('Frame.updateNow: the loop of the frame is disposed');
    const entry = this.#list.find(entity);
    if (entry === undefined || !this.#isPending(entry) || this.#ages.isInOtherAlways(entity)) return false;
    let isUpdated = false;
    this.stats.submitted++;
    this.#window.forget(entry);
    loop!.guard(() => (isUpdated = this.#update(entry)));
    return isUpdated;
  }

  /**
   * The simulated time in ms since the last update of `entity`. It is undefined in these cases:
   *
   * - The last window did not find the entity in `entities`.
   * - `always` contained the entity in the last step before that window, or in a later step.
   * - `always` of another frame has contained the entity since that window.
   * - The frame is disposed.
   *
   * {@link FrameOptions.initialAge} of another frame can return this age, which moves the entity to
   * that frame, as {@link FrameOptions.replaces} does. Called there, `ageOf` differs in four ways:
   *
   * - The age includes the steps with which the new window of the other frame has begun, no matter
   *   which frame makes its step first.
   * - The age is also known for an entity of `always`, for an entity that has left a list since the
   *   second-to-last window, and on a disposed frame. If the entity has been in `always` of the
   *   other frame since, the age is the time since its last step there.
   * - The call cancels the pending update of the entity in this frame, because the other frame
   *   gives it that time.
   * - If this frame has not read its list yet, the age is the result of its own
   *   {@link FrameOptions.initialAge} or {@link FrameOptions.replaces}.
   */
  ageOf(entity: E): number | undefined {
    checkObject('Frame.ageOf: entity', entity);
    return this.#ages.ageOf(entity);
  }

  /** Cancels pending updates and removes all entities. Afterwards, methods that make steps or add work throw an Error. */
  dispose(): void {
    if (this.#state.isDisposed) return;
    this.#endWindow();
    this.#state.isDisposed = true;
    this.#list.end();
    this.#state.pace.clear();
    this.#stopDriver?.();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #useLoop(loop: EventLoop, rate: number): void {
    this.#endWindow();
    if (loop !== this.#state.loop) this.#createTasks();
    this.#state.loop = loop;
    if (rate !== this.rate) this.#changeRate(rate);
  }

  /** Called after callbacks. `outer`: the value of `#inside` before them. It is undefined unless they were called within other callbacks of the frame. */
  #endCallbacks(outer: 'a step' | typeof RANKING | undefined): void {
    this.#inside = outer;
    const attachment = this.#attachment;
    if (outer !== undefined || attachment === undefined) return;
    this.#attachment = undefined;
    if (!this.#state.isDisposed) this.#useLoop(attachment.loop, attachment.rate);
  }

  #changeRate(rate: number): void {
    const { clock } = this.#state;
    const before = clock.step;
    clock.changeRate(rate);
    this.#ages.changeRate(before);
    this.#window.forgetAll();
  }

  #prepareStep(): void {
    const { beforeStep } = this.#state.options;
    if (beforeStep === undefined) return;
    try {
      this.#state.loop?.handleResult(beforeStep(this.now));
    } catch (error) {
      this.#state.reportError(error);
    }
  }

  /** Ends the current window. The next one begins after all steps that are due, so that they share it. */
  #requestWindow(): void {
    this.#endWindow();
    this.#ages.windowIsDue();
    this.#state.loop!.submit(this.#ranking, RANKING_PRIORITY);
  }

  #beginWindow(): void {
    this.#inside = RANKING;
    try {
      this.#readList();
      this.#rank();
    } catch (error) {
      this.#state.reportError(error);
    }
    this.#endCallbacks(undefined);
    if (this.#state.isOver) this.#closeWindow();
    else this.#submitUpdates();
  }

  /** Reads the list of entities, and counts the time that was simulated for them since the last window. */
  #readList(): void {
    const { options, pace, stats } = this.#state;
    const elapsed = this.#sinceWindow;
    stats.pace = pace.pace ?? stats.pace;
    try {
      this.#ages.beginReading();
      this.#list.refresh(options.entities);
      this.#ages.endReading();
    } finally {
      // Even if the list throws: its entities get no updates in this window, but their time advances.
      this.#state.windowAt = stats.steps;
      pace.endWindow(this.#list.entries.length - this.#list.added, elapsed);
    }
    development.warnings?.listRead(this, this.#list);
  }

  /** Simulated time in ms since the window began. */
  get #sinceWindow(): number {
    return this.#timeSince(this.#state.windowAt);
  }

  /** Lists and ranks an entity that is added during the window. Returns whether it is new. */
  #rankLate(entity: E): boolean {
    const entry = this.#list.add(entity);
    if (entry === undefined) return false;
    this.stats.submitted++;
    this.#state.pace.exclude(entry, this.#sinceWindow);
    this.#window.add(entry, Math.max(0, this.#timeSince(entry.updatedAt)), this.now);
    return true;
  }

  #rank(): void {
    const { stats } = this;
    const { entries } = this.#list;
    stats.windows++;
    stats.submitted += entries.length;
    this.#state.beginProbe();
    const { unchanged } = this.#list;
    this.#list.unchanged = Infinity;
    this.#window.begin(entries, unchanged, {
      stepsMade: stats.steps,
      step: this.#state.clock.step,
      now: this.now,
    });
  }

  /** Makes the next update, regardless of the other tasks of the loop. */
  #makeOneUpdate(): void {
    const loop = this.#state.loop!;
    if (loop.isPending(this.#ranking)) {
      loop.cancel(this.#ranking);
      this.#beginWindow();
    }
    const { updated } = this.stats;
    while (this.stats.updated === updated) {
      const entry = this.#window.next();
      if (entry === undefined) return;
      this.#update(entry);
    }
  }

  #submitUpdates(): void {
    const { nextPriority } = this.#window;
    if (nextPriority > -Infinity) this.#state.loop?.submit(this.#updates, nextPriority);
  }

  /** Makes updates until the clock must be read or another task of the loop is more important. */
  #makeUpdates(): void {
    const window = this.#window;
    const loop = this.#state.loop!;
    loop.compositeTask = this.#updates;
    do {
      const entry = window.next();
      if (entry === undefined) break;
      this.#update(entry);
      if (!loop.burst.add(entry)) break;
    } while (loop.isNext(window));
    loop.compositeTask = undefined;
    if (!this.#state.isOver && window.isOpen && !loop.isPending(this.#updates)) this.#submitUpdates();
  }

  /** Returns whether the update was made. */
  #update(entry: Entry<E>): boolean {
    const { stats } = this;
    const maxStep = this.#isPending(entry) ? this.#entityUpdates.maxStepOf(entry.entity) : NaN;
    // The application's `maxStep` may have made a step, or may have moved the entity.
    if (!(maxStep > 0 && this.#isPending(entry))) {
      stats.cancelled++;
      return false;
    }
    const elapsed = this.#timeSince(entry.updatedAt);
    stats.updated++;
    entry.updatedAt = stats.steps;
    if (stats.steps !== this.#state.windowAt) this.#state.pace.addEarly(entry, this.#sinceWindow);
    this.#entityUpdates.update(entry, elapsed, maxStep);
    return true;
  }

  /**
   * Whether the entity has time to receive. This is false if the entity has moved to `always` or to
   * another frame, or if it has come from a frame with longer windows and is ahead of this window.
   */
  #isPending({ location, updatedAt }: Entry<E>): boolean {
    return location === IN_ENTITIES && this.#timeSince(updatedAt) >= ROUNDING;
  }

  /** Simulated time in ms since the frame had made this number of steps. */
  #timeSince(steps: number): number {
    return (this.stats.steps - steps) * this.#state.clock.step;
  }

  #reportInvalidEntity(value: unknown): void {
    this.#state.reportError(new TypeError(mustBe('Frame: a member of entities', 'an object', value)));
  }

  #endWindow(): void {
    if (this.#inside === RANKING) return; // the window ends when the ranking does
    this.#closeWindow();
    this.#state.loop?.cancel(this.#updates);
    this.#state.loop?.cancel(this.#ranking);
  }

  #closeWindow(): void {
    const { isOpen } = this.#window;
    this.stats.cancelled += this.#window.end();
    if (isOpen) this.#state.notifyProbe();
  }

  /**
   * Throws an Error if the frame is disposed, or if a callback of a step or of a ranking must not
   * perform the action. Of the actions that are checked here, a step may only call `addToWindow` and
   * `updateNow`.
   */
  #checkUsable(action: string): void {
    this.#checkAlive(action);
    const isForbidden =
      this.#inside !== undefined &&
      !((action === 'addToWindow' || action === 'updateNow') && this.#inside === 'a step');
    if (isForbidden) throw new Error(`Frame.${action} was called from ${this.#inside} of the same frame`);
  }

  #checkAlive(action: string): void {
    if (this.#state.isDisposed) throw new Error(`Frame.${action}: the frame is disposed; create a new one`);
  }
}
