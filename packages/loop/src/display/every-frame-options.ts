import { checkRate } from '../check-rate.ts';
import type { Interpolation } from './interpolation.ts'; // oxlint-disable-line no-unused-vars -- for the documentation
import {
  checkCallback,
  checkKind,
  checkMethods,
  checkNumber,
  checkObject,
  withDefaults,
} from '../options.ts';
import type { Simulation } from './simulation.ts';

/** Options of `everyFrame`. */
export interface EveryFrameOptions {
  /** A `Frame`, or an object whose method `tick` makes one step. */
  simulate: Simulation;
  /**
   * Steps per second; 0.000001 to 1,000,000. Default: the rate of `simulate`, or 60. The steps follow the
   * display, and are made before its frames, if its rate differs from this rate by at most 1.5 %, or from n
   * times this rate by at most 1.5 % / n, for a whole number n. For example, 60 becomes 59.94 on a display of 59.94 Hz.
   */
  rate?: number | undefined;
  /**
   * Called before each display frame. `time` is the time of the display frame, and `alpha`, up to 1,
   * its position between the last two steps. `alpha` is negative, down to -0.5, if the last step was
   * due after `time`.
   *
   * `previous + (current - previous) * alpha` gives smooth motion at any rates of steps and
   * display, for objects that each step updates: in a simulation with `tick`, or in `always` of a
   * `Frame`. The other entities of a `Frame` are updated after the step, and not in each step. For
   * these, use an {@link Interpolation}.
   */
  draw?: ((alpha: number, time: number) => unknown) | undefined;
  /** Greatest number of missed steps that are made up for after a delay. If more were missed, all are skipped, so delays do not add up. Finite, ≥ 0,
   * default 4. */
  catchUp?: number | undefined;
  /**
   * Accepted lateness of a step in ms, as for a `Timer`; > 0, default 1. Below 1 the timer of the
   * steps is firm. If the steps follow the display, values below 1 have no effect: the display frame
   * makes the steps that are due.
   */
  maxLateness?: number | undefined;
}

/** The options with their defaults. */
export interface CompleteEveryFrameOptions {
  readonly simulate: Simulation;
  readonly rate: number;
  readonly catchUp: number;
  readonly maxLateness: number;
  readonly draw?: ((alpha: number, time: number) => unknown) | undefined;
}

/** The names of the options. */
export const EVERY_FRAME_OPTIONS: readonly (keyof EveryFrameOptions)[] = [
  'simulate',
  'rate',
  'draw',
  'catchUp',
  'maxLateness',
];

/** Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range. */
export function completeEveryFrameOptions(given: EveryFrameOptions): CompleteEveryFrameOptions {
  checkObject('everyFrame: options', given);
  const { simulate } = given;
  const canTick = typeof (simulate as Partial<Simulation> | null | undefined)?.tick === 'function';
  checkKind('everyFrame: simulate', canTick, 'a Frame or an object with a method tick', simulate);
  const options = withDefaults({ rate: simulate.rate ?? 60, catchUp: 4, maxLateness: 1 }, given);
  checkMethods('everyFrame', 'simulate', simulate, ['tick', 'attach', 'claim', 'beforeDraw', 'skip']);
  checkRate('everyFrame: rate', options.rate);
  checkNumber('everyFrame: catchUp', options.catchUp, { min: 0 });
  checkNumber('everyFrame: maxLateness', options.maxLateness, { above: 0 });
  if (options.draw !== undefined) checkCallback('everyFrame: draw', options.draw);
  return options;
}
