import { advice } from './advice.ts';
import { checkRate } from './check-rate.ts';
import { checkFunction, checkKind, checkNumber, checkObject, withDefaults } from './options.ts';

export interface FrameOptions<E extends object> {
  /** Updated in every step with exactly the step's duration, whatever the load: players, for example. */
  always?: Iterable<E> | undefined;
  /**
   * Updated once in each window, the most important first, as far as the time goes. Read at the beginning of each window: an entity that is
   * listed twice is updated once, and an entity that was removed during a window may still be updated in it.
   */
  entities: Iterable<E>;
  /** Moves `entity` on by `elapsed` ms. */
  update: (entity: E, elapsed: number) => void;
  /** The policy: how much an update of `entity` matters now. `age`: ms since its last update; `now`: simulated time in ms. */
  priority: (entity: E, age: number, now: number) => number;
  /**
   * Updates per second below which `entity` goes wrong, finite and ≥ 0; 0 for none. Entities that would miss their rate go before all others,
   * within {@link minRateShare}. Default: none.
   */
  minRate?: ((entity: E) => number) | undefined;
  /**
   * The part of a window's time that minimum rates may take from more important updates; above 0, at most 1, default 0.5. If the rates do not
   * fit, all of them are stretched alike ({@link FrameStatistics.stretch}), and what remains of the window goes by priority.
   */
  minRateShare?: number | undefined;
  /**
   * `'priority'` (default): updates run in order of priority. `'list'`: updates are chosen by priority and by what they are expected to cost, and
   * run in the order of `entities`; if time is left, the rest runs by priority. For games whose updates depend on the order of the list.
   */
  order?: 'priority' | 'list' | undefined;
  /**
   * Says how long ago, in ms ≥ 0, an entity was updated that is new to this frame: for one that comes from another thread, or that is created anew
   * after a loss. The other frame's {@link Frame.ageOf} gives it. Called once for each entity that was not in the list of the last window.
   * Default, also if it returns undefined: the time since the list was read before, at least a whole window.
   */
  initialAge?: ((entity: E) => number | undefined) | undefined;
  /** Called first in every step, while no update is half done: the place to apply what entities did to one another. */
  beforeStep?: ((now: number) => void) | undefined;
  /** Steps per second; 0.000001 to 1,000,000, default 60. */
  rate?: number | undefined;
  /**
   * Steps in a window, at whose end the updates that were not made are cancelled; ≥ 1, default 1. A fraction is a mean.
   *
   * A window begins with its first step. An entity that is updated for the first time gets the time of a whole window then, so from then on it is ahead of
   * {@link Frame.now} by `stepsPerWindow - 1` steps right after an update, and level with it at the end of the window. `always` is never ahead.
   */
  stepsPerWindow?: number | undefined;
  /**
   * Longest `elapsed` in ms that `update` can take in one call, for all entities or for each; > 0. A longer time is cut into equal parts, each of
   * which costs a call, at most eight in a window; the rest stays pending. Default: no limit, one call.
   */
  maxStep?: number | ((entity: E) => number) | undefined;
  /**
   * Longest time in ms that an entity makes up for; > 0. A longer time is lost to the entity ({@link FrameStatistics.lostTime}): it lives in slow
   * motion under load. Default: no limit, no time is lost.
   */
  maxElapsed?: number | undefined;
  /** `elapsed` of {@link Frame.run} in ms above which the page was absent (hidden, suspended) and one step is made; > 0, default 250. */
  maxFrameTime?: number | undefined;
}

/** The options of a frame, complete. */
export interface CompleteFrameOptions<E extends object> {
  readonly always: Iterable<E>;
  readonly entities: Iterable<E>;
  readonly update: (entity: E, elapsed: number) => void;
  readonly priority: (entity: E, age: number, now: number) => number;
  readonly minRate: ((entity: E) => number) | undefined;
  readonly minRateShare: number;
  readonly order: 'priority' | 'list';
  readonly initialAge: ((entity: E) => number | undefined) | undefined;
  readonly beforeStep: ((now: number) => void) | undefined;
  readonly rate: number;
  readonly stepsPerWindow: number;
  readonly maxStep: number | ((entity: E) => number);
  readonly maxElapsed: number;
  readonly maxFrameTime: number;
}

const NAMES = [
  'always',
  'entities',
  'update',
  'priority',
  'minRate',
  'minRateShare',
  'order',
  'initialAge',
  'beforeStep',
  'rate',
  'stepsPerWindow',
  'maxStep',
  'maxElapsed',
  'maxFrameTime',
] as const satisfies readonly (keyof FrameOptions<object>)[];

/** Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range. */
export function completeOptions<E extends object>(given: FrameOptions<E>): CompleteFrameOptions<E> {
  checkObject('Frame: options', given);
  advice.advisor?.options('Frame', given, NAMES);
  const options: CompleteFrameOptions<E> = withDefaults(
    {
      always: [],
      minRate: undefined,
      minRateShare: 0.5,
      order: 'priority' as const,
      initialAge: undefined,
      beforeStep: undefined,
      rate: 60,
      stepsPerWindow: 1,
      maxStep: Infinity,
      maxElapsed: Infinity,
      maxFrameTime: 250,
    },
    given,
  );
  const { order, maxStep } = options;
  for (const name of ['always', 'entities'] as const) checkIterable(`Frame: ${name}`, options[name]);
  for (const name of ['update', 'priority'] as const) checkFunction(`Frame: ${name}`, options[name]);
  for (const name of ['minRate', 'initialAge', 'beforeStep'] as const) {
    if (options[name] !== undefined) checkFunction(`Frame: ${name}`, options[name]);
  }
  checkKind('Frame: order', order === 'priority' || order === 'list', "'priority' or 'list'", order);
  checkNumber('Frame: minRateShare', options.minRateShare, { above: 0, max: 1 });
  checkRate('Frame: rate', options.rate);
  checkNumber('Frame: stepsPerWindow', options.stepsPerWindow, { min: 1 });
  if (typeof maxStep !== 'function') checkNumber('Frame: maxStep', maxStep, { above: 0, unlimited: true });
  for (const name of ['maxElapsed', 'maxFrameTime'] as const) {
    checkNumber(`Frame: ${name}`, options[name], { above: 0, unlimited: true });
  }
  return options;
}

function checkIterable(what: string, value: unknown): void {
  const isObject = typeof value === 'object' && value !== null;
  checkKind(what, isObject && Symbol.iterator in value, 'an array or another iterable object', value);
  const isOneShot = (value as Iterable<unknown>)[Symbol.iterator]() === value;
  checkKind(what, !isOneShot, 'iterable again and again, not an iterator', value);
}
