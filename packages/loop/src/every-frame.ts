import { checkRate } from './check-rate.ts';
import type { EventLoop } from './event-loop.ts';
import type { Interpolation } from './interpolation.ts'; // oxlint-disable-line no-unused-vars -- for the documentation
import {
  adviseOptions,
  checkCallback,
  checkKind,
  checkNumber,
  checkObject,
  withDefaults,
} from './options.ts';
import { Timer } from './timer.ts';

/** A simulation that {@link EventLoop.everyFrame} runs at a fixed rate, such as a `Frame`. */
export interface Simulation {
  /** Default for the steps per second. */
  readonly rate?: number;
  /** Called before the first step: the steps will be made on `loop`, `rate` times per second. */
  attach?(loop: EventLoop, rate: number): void;
  /** Makes one step of 1000 / rate ms. */
  tick(): unknown;
  /**
   * Claims the simulation for one driver. The simulation calls `stop` when it is disposed. Returns a function that releases the claim. Throws an Error if
   * another driver has the simulation.
   */
  claim?(stop: () => void): () => void;
  /** Called before each `draw`, with its `alpha`. */
  beforeDraw?(alpha: number): void;
  /** Called with a time in ms for which no steps will be made. */
  skip?(elapsed: number): void;
}

/** Options of {@link EventLoop.everyFrame}. */
export interface EveryFrameOptions {
  /** A `Frame`, or an object whose method `tick` makes one step. */
  simulate: Simulation;
  /**
   * Steps per second; 0.000001 to 1,000,000. Default: the rate of `simulate`, else 60. If the rate of the display is the same or a multiple, within
   * 1.5 %, the steps follow the display and are made right before its frames. For example, 60 becomes 59.94 on a display of 59.94 Hz.
   */
  rate?: number | undefined;
  /**
   * Called before each display frame. `time` is the time of the display frame, and `alpha`, 0 to 1, its position between the last two steps. `alpha` can
   * go down to -0.5 if a step was made between `time` and this call.
   *
   * `previous + (current - previous) * alpha` gives smooth motion at any rates of steps and display, for objects that each step updates: in a simulation
   * with `tick`, or in `always` of a `Frame`. The other entities of a `Frame` are updated after the step or not in each step: use an {@link Interpolation}.
   */
  draw?: ((alpha: number, time: number) => unknown) | undefined;
  /** Missed steps that are made up for after a delay. If more were missed, all of them are skipped, so delays do not add up. Finite, ≥ 0,
   * default 4. */
  catchUp?: number | undefined;
  /**
   * Accepted lateness of a step in ms, as for a {@link Timer}; > 0, default 1. Below 1 the steps are firm, unless they follow the display: then the
   * display frame makes the step.
   */
  maxLateness?: number | undefined;
}

/**
 * Starts steps and drawing. Returns a function that stops both. Until it is called, by the application or by a simulation that ends, `running` has it
 * as well: the loop calls it when it is disposed.
 */
export function everyFrame(loop: EventLoop, given: EveryFrameOptions, running: Set<() => void>): () => void {
  const { simulate, rate, catchUp, maxLateness, ...options } = complete(given);
  let { draw } = options;
  const { host } = loop;
  const step = 1000 / rate;
  // The first step is due at once. A simulation that was stopped continues where it stood between two steps: otherwise it would make a step at each start.
  let nextAt = host.now() + (1 - (phases.get(simulate) ?? 1)) * step;
  let stepAt = nextAt - step;
  // Errors are reported without a source, also those of a step: its timer is not the application's.
  const attempt = (callback: () => unknown): void => {
    try {
      loop.watch(callback());
    } catch (error) {
      loop.reportError(error);
    }
  };
  const makeStep = (_: number, release: number): void => {
    const missed = release - nextAt;
    stepAt = release;
    nextAt = release + stepping.every!; // as the loop has armed the timer: a move to a frame of the display misses nothing
    attempt(() => {
      if (missed > 0) simulate.skip?.(missed);
      return simulate.tick();
    });
  };
  const stepsFrom = (at: number, lateness: number): Timer =>
    new Timer(makeStep, { at, every: step, catchUp, maxLateness: lateness });
  let stepping = stepsFrom(nextAt, maxLateness);
  let presentedAt = 0;
  const present = (time: number): void => {
    if (draw === undefined) return;
    host.requestFrame?.(present);
    // Steps that keep time with the frames move, a part of the way each, to right before them, where neither waits for the other.
    const gap = time - presentedAt;
    presentedAt = time;
    const ahead = time - stepAt;
    const keepTime = Math.abs(step - Math.round(step / gap) * gap) < step / 50;
    const shift = keepTime ? (ahead - Math.round(ahead / gap) * gap) / 32 : 0;
    // A firm timer would wake the loop early and poll. The frame itself comes right after the release, and makes the step if it is due.
    const lateness = keepTime ? Math.max(1, maxLateness) : maxLateness;
    if (lateness !== stepping.maxLateness && loop.cancel(stepping))
      loop.submit((stepping = stepsFrom(nextAt, lateness)));
    (stepping as { every: number }).every = step + shift;
    attempt(() => {
      // The browser may draw before it gives the loop its turn: a step that is due goes first.
      if (host.now() >= nextAt) loop.run({ budget: 0 });
      const alpha = Math.min(Math.max(-0.5, (time - stepAt) / step), 1);
      simulate.beforeDraw?.(alpha);
      return draw?.(alpha, time);
    });
  };

  let unwatch: (() => void) | undefined;
  let release = (): void => {};
  let isStopped = false;
  const stop = (): void => {
    const late = isStopped ? 0 : host.now() - nextAt;
    if (!isStopped) phases.set(simulate, Math.min(Math.max(0, 1 + late / step), 1));
    isStopped = true;
    draw = undefined;
    running.delete(stop);
    loop.cancel(stepping);
    unwatch?.();
    host.cancelFrame?.(present);
    release();
    if (late > 0) simulate.skip?.(late); // the next start makes the step that was due, and no others
  };
  release = simulate.claim?.(stop) ?? release;
  adviseOptions('everyFrame', given, NAMES);
  if (isStopped) {
    release(); // `claim` has called `stop` before there was anything to release
    return stop;
  }
  running.add(stop);
  try {
    simulate.attach?.(loop, rate);
    loop.submit(stepping);
    // The return to a hidden page means one step, not all those that were missed, and none before it is due.
    unwatch = host.watchVisibility?.((visible) => {
      loop.cancel(stepping);
      if (visible) loop.submit((stepping = stepsFrom(Math.max(host.now(), nextAt), maxLateness)));
    });
    host.requestFrame?.(present);
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** Where between two steps a simulation was stopped: 0, right after a step, to 1, when the next one was due. */
const phases = /* @__PURE__ */ new WeakMap<Simulation, number>();

const NAMES = [
  'simulate',
  'rate',
  'draw',
  'catchUp',
  'maxLateness',
] as const satisfies readonly (keyof EveryFrameOptions)[];

interface Complete {
  readonly simulate: Simulation;
  readonly rate: number;
  readonly catchUp: number;
  readonly maxLateness: number;
  readonly draw?: ((alpha: number, time: number) => unknown) | undefined;
}

function complete(given: EveryFrameOptions): Complete {
  checkObject('everyFrame: options', given);
  const { simulate } = given;
  const canTick = typeof (simulate as Partial<Simulation> | null | undefined)?.tick === 'function';
  checkKind('everyFrame: simulate', canTick, 'a Frame or an object with a method tick', simulate);
  const options = withDefaults({ rate: simulate.rate ?? 60, catchUp: 4, maxLateness: 1 }, given);
  checkCallback('everyFrame: tick of simulate', (simulate as { readonly tick: unknown }).tick);
  checkRate('everyFrame: rate', options.rate);
  checkNumber('everyFrame: catchUp', options.catchUp, { min: 0 });
  checkNumber('everyFrame: maxLateness', options.maxLateness, { above: 0 });
  if (options.draw !== undefined) checkCallback('everyFrame: draw', options.draw);
  return options;
}
