import { EventLoop } from '../event-loop/event-loop.ts';
import {
  completeEveryFrameOptions,
  type CompleteEveryFrameOptions,
  EVERY_FRAME_OPTIONS,
  type EveryFrameOptions,
} from './every-frame-options.ts';
import { warnUnknownOptions, checkInstance } from '../options.ts';
import type { Simulation } from './simulation.ts';
import { Timer } from '../event-loop/timer.ts';

/**
 * Makes the steps of `simulate` on `loop` at a fixed `rate` and calls `draw` before each display frame, whatever the rate of the display. Both pause
 * while the page is hidden. Returns a function that stops both; disposing the loop or the simulation stops them as well.
 *
 * Throws a TypeError if `loop` is not an event loop or an option is of the wrong type, a RangeError if an option is out of its range, and an Error if the
 * loop is disposed or another `everyFrame` runs the same simulation.
 */
export function everyFrame(loop: EventLoop, options: EveryFrameOptions): () => void {
  checkInstance('everyFrame: loop', loop instanceof EventLoop, 'an EventLoop', loop);
  loop.checkAlive('everyFrame');
  const driver = new Driver(loop, completeEveryFrameOptions(options));
  warnUnknownOptions('everyFrame', options, EVERY_FRAME_OPTIONS);
  driver.start();
  return driver.stop;
}

/**
 * For a simulation that was stopped: the time in ms from its last step to the stop, at most the
 * duration of a step.
 */
const sinceStep = /* @__PURE__ */ new WeakMap<Simulation, number>();

/**
 * Each display frame shifts the next step by this part of the step's distance to the nearest
 * display frame. A single late display frame therefore shifts the step only slightly.
 */
const SHIFT_FACTOR = 1 / 32;

/** Makes the steps of one simulation from a timer, and draws in the display frames of the host. */
class Driver {
  #loop: EventLoop;
  #options: CompleteEveryFrameOptions;
  #simulate: Simulation;
  #draw: CompleteEveryFrameOptions['draw'];
  #step: number; // ms
  #nextAt: number; // when the next step is due
  #stepAt: number; // when the last step was due
  #stepTimer: Timer;
  #presentedAt = 0;
  #isStopped = false;
  #releaseClaim: (() => void) | undefined;
  #unwatchDisposal: (() => void) | undefined;
  #unwatchVisibility: (() => void) | undefined;

  /** Claims the simulation. */
  constructor(loop: EventLoop, options: CompleteEveryFrameOptions) {
    const { draw, maxLateness, rate, simulate } = options;
    this.#loop = loop;
    this.#options = options;
    this.#simulate = simulate;
    this.#draw = draw;
    this.#step = 1000 / rate;
    // The first step is due at once. A simulation that was stopped continues where it was: otherwise each start would make a step.
    this.#nextAt = loop.host.now() + this.#step - (sinceStep.get(simulate) ?? this.#step);
    this.#stepAt = this.#nextAt - this.#step;
    this.#stepTimer = this.#stepsFrom(this.#nextAt, maxLateness);
    this.#releaseClaim = simulate.claim?.(this.stop);
  }

  start(): void {
    if (this.#isStopped) return this.#releaseClaim?.(); // `claim` has called `stop` before it returned
    const { host } = this.#loop;
    this.#unwatchDisposal = this.#loop.whenDisposed(this.stop);
    try {
      this.#simulate.attach?.(this.#loop, this.#options.rate);
      this.#loop.submit(this.#stepTimer);
      // When a hidden page is shown again, one step is made instead of all missed ones, and not
      // before it is due.
      this.#unwatchVisibility = host.watchVisibility?.((visible) => {
        this.#loop.cancel(this.#stepTimer);
        if (visible) this.#submitSteps(Math.max(host.now(), this.#nextAt), this.#options.maxLateness);
      });
      host.requestFrame?.(this.#present);
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  stop = (): void => {
    const { host } = this.#loop;
    const late = this.#isStopped ? 0 : host.now() - this.#nextAt;
    if (!this.#isStopped) sinceStep.set(this.#simulate, Math.min(Math.max(0, this.#step + late), this.#step));
    this.#isStopped = true;
    this.#draw = undefined;
    this.#unwatchDisposal?.();
    this.#loop.cancel(this.#stepTimer);
    this.#unwatchVisibility?.();
    host.cancelFrame?.(this.#present);
    this.#releaseClaim?.();
    if (late > 0) this.#simulate.skip?.(late); // the next start makes one step instead of all that were due
  };

  #stepsFrom(at: number, maxLateness: number): Timer {
    const { catchUp } = this.#options;
    const { makeStep } = { makeStep: (_: number, release: number) => this.#makeStep(release) }; // a name for probes
    return new Timer(makeStep, {
      at,
      every: this.#step,
      catchUp,
      maxLateness,
    });
  }

  #submitSteps(at: number, maxLateness: number): void {
    this.#stepTimer = this.#stepsFrom(at, maxLateness);
    this.#loop.submit(this.#stepTimer);
  }

  #makeStep(release: number): void {
    const missed = release - this.#nextAt;
    this.#stepAt = release;
    // The loop has just armed the timer again, for one period after `release`. `#followDisplay` may have
    // shifted that period, so it is read from the timer: a shifted step does not count as missed.
    this.#nextAt = release + this.#stepTimer.period!;
    this.#attempt(() => {
      if (missed > 0) this.#simulate.skip?.(missed);
      return this.#simulate.tick();
    });
  }

  #present = (time: number): void => {
    if (this.#draw === undefined) return;
    this.#loop.host.requestFrame?.(this.#present);
    this.#followDisplay(time);
    this.#attempt(() => {
      // The browser may draw before it gives the loop a turn. In that case, a step that is due is
      // made here.
      if (this.#loop.host.now() >= this.#nextAt) this.#loop.run({ budget: 0 });
      const alpha = Math.min(Math.max(-0.5, (time - this.#stepAt) / this.#step), 1);
      this.#simulate.beforeDraw?.(alpha);
      return this.#draw?.(alpha, time);
    });
  };

  /**
   * If a step lasts a whole number of display frames, shifts the next step toward the start of a display
   * frame. A step that is made there, right before drawing, has the rest of the frame's time: it makes
   * no display frame late, and no drawing delays it.
   */
  #followDisplay(time: number): void {
    const step = this.#step;
    const gap = time - this.#presentedAt;
    this.#presentedAt = time;
    const ahead = time - this.#stepAt;
    const keepsTime = Math.abs(step - Math.round(step / gap) * gap) < step / 50;
    const shift = keepsTime ? (ahead - Math.round(ahead / gap) * gap) * SHIFT_FACTOR : 0;
    // A firm timer would wake the loop early and busy-wait. That is not needed here, because the
    // display frame right after the release makes the step if it is due.
    const { maxLateness } = this.#options;
    const lateness = keepsTime ? Math.max(1, maxLateness) : maxLateness;
    if (lateness !== this.#stepTimer.maxLateness && this.#loop.cancel(this.#stepTimer))
      this.#submitSteps(this.#nextAt, lateness);
    this.#stepTimer.period = step + shift;
  }

  /** Calls callbacks of the application. Their errors are reported without a source: the step timer is not a timer of the application. */
  #attempt(callback: () => unknown): void {
    try {
      this.#loop.handleResult(callback());
    } catch (error) {
      this.#loop.reportError(error);
    }
  }
}
