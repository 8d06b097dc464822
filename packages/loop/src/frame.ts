/// <reference lib="esnext.disposable" preserve="true" />
import { checkNumber, withDefaults } from './options.ts';
import type { Batch } from './batch.ts';
import { EventLoop } from './event-loop.ts';
import type { Simulation } from './every-frame.ts';
import { Task } from './task.ts';

/** Updates that a minimum rate demands go before all others: no policy's priority should reach this. */
const MINIMUM_RATE_PRIORITY = 1e300;

export interface FrameOptions<E extends object> {
  /** Updated in every step with exactly the same `elapsed`, whatever the load: players, for example. */
  always?: Iterable<E>;
  /** Updated once in each window, the most important first, as far as the time goes. */
  entities: Iterable<E>;
  /** Moves `entity` on by `elapsed` ms. */
  update: (entity: E, elapsed: number) => void;
  /** The policy: how much an update of `entity` matters now. `age`: ms since its last update; `now`: simulated ms. */
  priority: (entity: E, age: number, now: number) => number;
  /** Updates per second below which `entity` goes wrong; 0 for none. They go before the other updates. */
  minRate?: (entity: E) => number;
  /** Called first in every step, while no update is half done: the place to apply what entities did to one another. */
  beforeStep?: (now: number) => void;
  /** Steps per second; > 0, default 60. */
  rate?: number;
  /** Steps that make a window, at whose end the updates that were not made are cancelled; ≥ 1, default 1; the mean, if it is no
   * whole number. */
  stepsPerWindow?: number;
  /** Longest `elapsed` in ms that an entity is given; a longer time is cut into equal parts. > 0, default 50. */
  maxStep?: number;
  /** Longest time in ms that an entity makes up for; what is above is lost to it. > 0, default 250 or maxStep. */
  maxElapsed?: number;
}

/** Counts since the frame was made, and the state of the last window. */
export interface FrameStatistics {
  /** Steps made. */
  steps: number;
  /** Windows begun. */
  windows: number;
  /** Updates of entities submitted, all windows together; `always` is not counted. */
  submitted: number;
  /** Entities updated. */
  updated: number;
  /** Updates cancelled because their window ended. */
  cancelled: number;
  /**
   * How far the minimum rates are missed: 1 when they hold; 1.5 when the worst entity waited 1.5 times as long as its minimum
   * rate allows. They are stretched alike: who is the latest, relative to its rate, goes first.
   */
  stretch: number;
}

/** The update of an entity: its task, and what the frame knows of it. */
class Increment<E> extends Task {
  readonly entity: E;
  updatedAt = NaN; // a number from the start: one that the engine overwrites in place

  constructor(advance: (increment: Increment<E>) => void, entity: E, updatedAt: number) {
    super(advance as (task: Task) => void);
    this.entity = entity;
    this.updatedAt = updatedAt;
  }
}

/**
 * The modified game loop of DOHA (WWW'12 fig. 3) as a mechanism: at the start of each window it cancels what the last one left,
 * asks the policy, and submits an update for each entity to an event loop. In three tiers: `always`; those that have a minimum
 * rate and are due; all others, best effort.
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
  };

  /** How far the present lies between the last two steps, 0 to 1: for drawing after {@link run}. */
  alpha = 0;

  #options: Required<FrameOptions<E>>;
  #step: number;
  #now = 0;
  #unspent = 0;
  #batch: Batch | undefined;
  #increments: Increment<E>[] = []; // of the last window, in the order of its entities

  /** Throws a RangeError if an option is out of its range. */
  constructor(options: FrameOptions<E>) {
    this.#options = withDefaults(
      {
        always: [],
        minRate: () => 0,
        beforeStep: () => {},
        rate: 60,
        stepsPerWindow: 1,
        maxStep: 50,
        maxElapsed: Math.max(250, options.maxStep ?? 0),
      },
      options,
    );
    for (const name of ['rate', 'stepsPerWindow', 'maxStep', 'maxElapsed'] as const) {
      checkNumber(`Frame: ${name}`, this.#options[name], { above: 0 });
    }
    this.#step = 1000 / this.#options.rate;
  }

  /** Steps per second. */
  get rate(): number {
    return 1000 / this.#step;
  }

  /** Simulated time in ms. */
  get now(): number {
    return this.#now;
  }

  /** Moves to `loop`, which will run the updates. `loop.everyFrame` and {@link run} do this. */
  attach(loop: EventLoop, rate: number = this.rate): void {
    this.#batch?.cancel();
    this.#batch = loop.batch();
    this.#step = 1000 / rate;
  }

  /**
   * Inside somebody else's frame: makes the steps that `elapsed` ms hold (a long absence is one step), then works on the updates
   * until `budget` ms have passed since the call.
   *
   * A negative `elapsed`, as a browser's first picture can give, is 0. Throws a RangeError if `elapsed` or `budget` is not finite.
   */
  run({ elapsed, budget }: { elapsed: number; budget: number }): void {
    checkNumber('Frame.run: elapsed', elapsed);
    if (this.#batch === undefined) this.attach(new EventLoop({ host: performance }));
    const { loop } = this.#batch!;
    const start = loop.host.now();
    this.#unspent += elapsed > this.#options.maxElapsed ? this.#step : Math.max(0, elapsed);
    for (; this.#unspent >= this.#step; this.#unspent -= this.#step) this.tick();
    this.alpha = this.#unspent / this.#step;
    loop.run({ budget: Math.max(0, start + budget - loop.host.now()) });
  }

  /** Makes one step. `loop.everyFrame` and {@link run} do this. */
  tick(): void {
    const { always, beforeStep, stepsPerWindow, update } = this.#options;
    const beginsWindow = this.stats.steps++ % stepsPerWindow < 1;
    this.#now += this.#step;
    beforeStep(this.#now);
    if (beginsWindow) this.stats.cancelled += this.#batch?.cancel() ?? 0;
    for (const entity of always) {
      // One that throws must not keep the others from their step.
      try {
        update(entity, this.#step);
      } catch (error) {
        this.#batch?.loop.reportError(error);
      }
    }
    if (beginsWindow) this.#beginWindow();
  }

  /** Cancels what is pending and forgets all entities. */
  dispose(): void {
    this.#batch?.cancel();
    this.#increments = [];
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #beginWindow(): void {
    const { stats } = this;
    const { entities, stepsPerWindow } = this.#options;
    const window = stepsPerWindow * this.#step;
    const increments = this.#increments;
    let known: Map<E, Increment<E>> | undefined;
    stats.windows++;
    stats.stretch = 1;
    let present = 0;
    for (const entity of entities) {
      if (increments[present]?.entity !== entity) {
        // Somebody came, went or changed places since the last window.
        known ??= new Map(increments.map((increment) => [increment.entity, increment]));
        increments[present] = known.get(entity) ?? new Increment(this.#advance, entity, this.#now - window);
        known.set(entity, increments[present]!);
      }
      const increment = increments[present++]!;
      // A policy that throws or gives no number must not keep the other entities from their updates.
      try {
        this.#batch?.submit(increment, this.#rank(entity, this.#now - increment.updatedAt, window));
      } catch (error) {
        this.#batch?.loop.reportError(error, increment);
      }
    }
    stats.submitted += present;
    increments.length = present;
  }

  /** The priority of an update of `entity`: the policy's, unless its minimum rate would be missed without it. */
  #rank(entity: E, age: number, window: number): number {
    const { minRate, priority } = this.#options;
    const ratePerMs = minRate(entity) / 1000;
    if (ratePerMs > 0) {
      this.stats.stretch = Math.max(this.stats.stretch, age * ratePerMs);
      const lateIfSkipped = (age + window) * ratePerMs;
      if (lateIfSkipped > 1) return MINIMUM_RATE_PRIORITY * lateIfSkipped;
    }
    return priority(entity, age, this.#now);
  }

  #advance = (increment: Increment<E>): void => {
    const { maxStep, maxElapsed, update } = this.#options;
    const elapsed = Math.min(this.#now - increment.updatedAt, maxElapsed);
    increment.updatedAt = this.#now;
    this.stats.updated++;
    // A hair of tolerance: the sum of steps must not cost a part more by a rounding error.
    const parts = Math.ceil(elapsed / maxStep - 1e-9);
    for (let part = 0; part < parts; part++) update(increment.entity, elapsed / parts);
  };
}
