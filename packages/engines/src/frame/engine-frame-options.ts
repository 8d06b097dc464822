import { EventLoop, type FrameOptions } from '@doha/loop';
import {
  checkCallback,
  checkInstance,
  checkKind,
  checkNumber,
  checkObject,
  warnUnknownOptions,
  withDefaults,
} from '@doha/loop/options';
import type { NumberName } from './number-name.ts';

/** The options of an {@link EngineFrame} in addition to those of a `Frame`. */
export interface EngineOptions<E extends object> {
  /**
   * Time in ms of each display frame after which no more updates begin, at least 0; default 5. At least one update is made. A function is called before the
   * steps of each display frame; if it throws or returns no such number, the error is reported and the budget is 5 ms.
   */
  budget?: number | (() => number) | undefined;
  /**
   * Names of numbers of an entity, such as `['x', 'y', 'rotation']` or `['position.x', 'position.y']`, that are interpolated for drawing. While steps and
   * updates run, the entities have their true numbers; between two calls of {@link EngineFrame.advance} they have the drawn ones. A number that changes
   * outside of updates is drawn without animation. `rotation` (radians) and `angle` (degrees) turn the short way. Default: none.
   */
  smooth?: readonly NumberName<E>[] | undefined;
  /**
   * `'pause'` (default): a hidden page makes no steps, and one step when it is shown again. `'run'`: a hidden page makes its steps, driven by ticks from a
   * worker. Its content security policy must allow `worker-src blob:`.
   */
  whenHidden?: 'pause' | 'run' | undefined;
  /**
   * The loop that makes the updates, and whose tasks share the budget. It is not disposed with the frame. Default: a loop of the frame's own, whose errors
   * become uncaught exceptions. For another destination of errors, give `new EventLoop({ host: performance, onError })`.
   */
  loop?: EventLoop | undefined;
}

/** Options of an {@link EngineFrame}: those of a `Frame`, and those of the connection to an engine. */
export interface EngineFrameOptions<E extends object> extends FrameOptions<E>, EngineOptions<E> {}

const FRAME_OPTIONS = Object.keys({
  always: 0,
  entities: 0,
  update: 0,
  priority: 0,
  minRate: 0,
  minRateShare: 0,
  order: 0,
  rankEvery: 0,
  initialAge: 0,
  replaces: 0,
  beforeStep: 0,
  rate: 0,
  stepsPerWindow: 0,
  maxStep: 0,
  maxElapsed: 0,
  maxFrameTime: 0,
  probe: 0,
} satisfies Record<keyof FrameOptions<object>, 0>);

const NAMES = [...FRAME_OPTIONS, 'budget', 'smooth', 'whenHidden', 'loop'];

/** The default of {@link EngineOptions.budget}. */
export const BUDGET = 5;

/** The checked options, those of the `Frame` apart from the others. */
export interface CompleteEngineFrameOptions<E extends object> {
  readonly frame: FrameOptions<E>;
  readonly budget: number | (() => number);
  readonly smooth: readonly string[];
  readonly whenHidden: 'pause' | 'run';
  readonly loop: EventLoop | undefined;
}

/** Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range. `Frame` checks its own options. */
export function completeEngineFrameOptions<E extends object>(
  given: EngineFrameOptions<E>,
): CompleteEngineFrameOptions<E> {
  checkObject('EngineFrame: options', given);
  const complete = withDefaults(
    { budget: BUDGET, smooth: [], whenHidden: 'pause' as const, loop: undefined },
    given,
  );
  const { budget, loop, whenHidden } = complete;
  const smooth: unknown = complete.smooth;
  if (typeof budget === 'function') checkCallback('EngineFrame: budget', budget);
  else checkNumber('EngineFrame: budget', budget, { min: 0 });
  checkNames(smooth);
  const isKnown = whenHidden === 'pause' || whenHidden === 'run';
  checkKind('EngineFrame: whenHidden', isKnown, "'pause' or 'run'", whenHidden);
  if (loop !== undefined) checkInstance('EngineFrame: loop', loop instanceof EventLoop, 'an EventLoop', loop);
  const all = complete as unknown as Readonly<Record<string, unknown>>;
  const frame = Object.fromEntries(FRAME_OPTIONS.map((name) => [name, all[name]]));
  return { frame: frame as unknown as FrameOptions<E>, budget, smooth, whenHidden, loop };
}

/** Warns of unknown options in builds for development. Call it after all checks. */
export function warnUnknownEngineOptions(given: object): void {
  warnUnknownOptions('EngineFrame', given, NAMES);
}

function checkNames(names: unknown): asserts names is readonly string[] {
  checkKind('EngineFrame: smooth', Array.isArray(names), 'an array of names of numbers', names);
  for (const name of names as unknown[]) {
    const isName = typeof name === 'string' && name !== '';
    checkKind('EngineFrame: smooth', isName, 'an array of names of numbers', names);
  }
}
