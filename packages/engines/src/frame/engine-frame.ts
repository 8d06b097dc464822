/// <reference lib="esnext.disposable" preserve="true" />
import { EventLoop, Frame } from '@doha/loop';
import { checkMethods, checkNumber, checkObject } from '@doha/loop/options';
import {
  BUDGET,
  completeEngineFrameOptions,
  type EngineFrameOptions,
  warnUnknownEngineOptions,
} from './engine-frame-options.ts';
import { startHiddenTicks } from './hidden-ticks.ts';
import { Smoothing } from './smoothing.ts';

/** The engine that runs an {@link EngineFrame}, as far as the frame needs to know it. */
export interface Engine {
  /** Ends the calls of {@link EngineFrame.advance}. Called when the frame is disposed. */
  remove?: (() => void) | undefined;
  /**
   * Returns the speed of the engine's time as a multiple of real time, at least 0; 0 while the engine is paused. It applies to the steps that a hidden page
   * makes. Default: 1.
   */
  speed?: (() => number) | undefined;
}

/** The longest time in ms of one run of a hidden page. A longer time would count as an absence of the frame. */
const LONGEST_RUN = 100;

/** A longer time in ms between two ticks of a hidden page is an absence, such as a suspended machine: one step is made. */
const LONGEST_TICK = 2000;

/**
 * A `Frame` in an engine that has a frame callback of its own. Call {@link advance} in that callback, before the engine draws. The functions `addToTicker`
 * (Pixi), `addToScene` (Phaser) and `runInAnimationLoop` (three.js) create it and make these calls.
 */
export class EngineFrame<E extends object> {
  /** The steps and updates: `frame.updateNow(entity)`, `frame.stats` and others. */
  readonly frame: Frame<E>;
  /** The loop that makes the updates. Tasks that are submitted to it share the budget with the updates. */
  readonly loop: EventLoop;

  #page: Document | undefined = pageOfThread();
  #engine: Engine;
  #ownsLoop: boolean;
  #budget: number | (() => number);
  #runsHidden: boolean;
  #smoothing: Smoothing<E> | undefined;
  #isAdvancing = false;
  #isDisposed = false;
  #advancedAt: number; // time of the last call or tick
  #hasTicked = false; // the last run was that of a tick
  #stopTicks: (() => void) | undefined;

  /**
   * Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range, and an Error if the loop is disposed.
   */
  constructor(options: EngineFrameOptions<E>, engine: Engine = {}) {
    const complete = completeEngineFrameOptions(options);
    checkObject('EngineFrame: engine', engine);
    checkMethods('EngineFrame', 'engine', engine, ['remove', 'speed']);
    const { budget, loop, smooth, whenHidden } = complete;
    const frame = new Frame(smooth.length > 0 ? this.#smoothed(complete.frame) : complete.frame);
    this.loop = loop ?? new EventLoop({ host: performance });
    frame.attach(this.loop);
    warnUnknownEngineOptions(options);
    this.frame = frame;
    if (smooth.length > 0)
      this.#smoothing = new Smoothing(smooth, frame, (error) => this.loop.reportError(error));
    this.#engine = engine;
    this.#ownsLoop = loop === undefined;
    this.#budget = budget;
    this.#runsHidden = whenHidden === 'run';
    this.#advancedAt = this.loop.host.now();
    if (this.#runsHidden && this.#page !== undefined) {
      this.#page.addEventListener('visibilitychange', this.#watchVisibility);
      this.#watchVisibility();
    }
  }

  /**
   * Makes the steps that are due after `elapsed` ms and updates within the budget, then gives the entities their numbers for drawing. `elapsed` is the
   * time since the last call: multiply by 1000 if the engine gives seconds.
   *
   * In a hidden page the call makes no steps. After {@link dispose} it does nothing. Errors of callbacks go to the loop. Throws a TypeError if `elapsed`
   * is not a number, a RangeError if it is not finite, and an Error if a callback of the frame makes the call.
   */
  advance(elapsed: number): void {
    checkNumber('EngineFrame.advance: elapsed', elapsed);
    if (this.#isAdvancing)
      throw new Error('EngineFrame.advance was called from a callback of the same frame');
    if (this.#endIfOver()) return;
    const isHidden = this.#page?.hidden === true;
    if (isHidden && !this.#runsHidden) return this.frame.skip(Math.max(0, elapsed));
    if (isHidden) return; // ticks make the steps
    // The engine also counts the time for which ticks have made steps.
    const now = this.loop.host.now();
    const sinceTick = this.#hasTicked ? (now - this.#advancedAt) * this.#speed : Infinity;
    this.#hasTicked = false;
    this.#advancedAt = now;
    this.#run(Math.min(elapsed, sinceTick));
  }

  /**
   * Draws the next numbers of an entity without animation. Call it in an update that teleports the entity, or moves it from one edge of the screen to the
   * other. Throws a TypeError if `entity` is not an object.
   */
  snap(entity: E): void {
    checkObject('EngineFrame.snap: entity', entity);
    this.#smoothing?.snap(entity);
  }

  /** Ends all steps and updates, removes the frame from the engine, and gives the entities their true numbers. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#stopTicks?.();
    this.#page?.removeEventListener('visibilitychange', this.#watchVisibility);
    this.#smoothing?.restore();
    this.frame.dispose();
    if (this.#ownsLoop) this.loop.dispose();
    this.#attempt(() => this.#engine.remove?.());
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #smoothed(options: ConstructorParameters<typeof Frame<E>>[0]): typeof options {
    const { update } = options;
    if (typeof update !== 'function') return options; // `Frame` throws the error
    return {
      ...options,
      update: (entity, elapsed) => this.#smoothing!.update(entity, elapsed, update),
    };
  }

  #run(elapsed: number): void {
    this.#isAdvancing = true;
    this.#smoothing?.restore();
    this.#attempt(() => this.frame.run({ elapsed, budget: this.#currentBudget() }));
    this.#isAdvancing = false;
    if (!this.#endIfOver()) this.#smoothing?.show();
  }

  #currentBudget(): number {
    if (typeof this.#budget === 'number') return this.#budget;
    try {
      return checkNumber('EngineFrame: budget', this.#budget(), { min: 0 });
    } catch (error) {
      this.loop.reportError(error);
      return BUDGET;
    }
  }

  /** The application may have disposed the frame or the loop. Returns whether this frame is disposed. */
  #endIfOver(): boolean {
    if (this.frame.disposed || this.loop.disposed) this.dispose();
    return this.#isDisposed;
  }

  #watchVisibility = (): void => {
    this.#stopTicks?.();
    this.#stopTicks = undefined;
    if (this.#page?.hidden !== true) return;
    this.#stopTicks = startHiddenTicks(1000 / this.frame.rate, this.#tick, (error) =>
      this.loop.reportError(error),
    );
  };

  #tick = (): void => {
    if (this.#isAdvancing || this.#page?.hidden !== true || this.#endIfOver()) return;
    const now = this.loop.host.now();
    const real = now - this.#advancedAt;
    const elapsed = Math.max(0, real * this.#speed);
    this.#advancedAt = now;
    this.#hasTicked = true;
    // Without a worker, a tick may come only once per second.
    const runs = real > LONGEST_TICK ? 1 : Math.max(1, Math.ceil(elapsed / LONGEST_RUN));
    for (let i = 0; i < runs && !this.#isDisposed; i++) this.#run(elapsed / runs);
  };

  get #speed(): number {
    let speed = 1;
    this.#attempt(
      () =>
        (speed = checkNumber('EngineFrame: speed of the engine', this.#engine.speed?.() ?? 1, { min: 0 })),
    );
    return speed;
  }

  /** Calls a callback of the application or of the engine. An error must not end the calls of the engine. */
  #attempt(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.loop.reportError(error);
    }
  }
}

/** The page; undefined in workers and in Node. */
function pageOfThread(): Document | undefined {
  return globalThis.document;
}
