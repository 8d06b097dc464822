import { checkRate } from '../check-rate.ts';
import {
  warnUnknownOptions,
  checkCallback,
  checkKind,
  checkMethods,
  checkNumber,
  checkObject,
  withDefaults,
} from '../options.ts';
import type { FrameProbe } from './frame-probe.ts';
import type { Frame } from './frame.ts';

/** Options of a `Frame`. */
export interface FrameOptions<E extends object> {
  /**
   * Entities that are updated in each step regardless of the load, such as players. `elapsed` is the length of the step. The list is read at the beginning of
   * each step, after {@link beforeStep}: an entity that is listed twice is updated once, and an entity that is removed during a step is still updated in it.
   * An entity that moves here from {@link entities} gets its pending time first, in an update of its own. Default: none.
   */
  always?: Iterable<E> | undefined;
  /**
   * Entities that are updated at most once per window, in order of priority, until the time is used up. The list is read at the beginning of each
   * window: an entity that is listed twice is updated once, and an entity that is removed during a window may still be updated in it. An entity that is
   * also in {@link always} is updated only in the steps. An entity that returns counts as new if a window did not find it here and the last step before
   * that window did not find it in {@link always}.
   */
  entities: Iterable<E>;
  /** Advances `entity` by `elapsed` ms. */
  update: (entity: E, elapsed: number) => unknown;
  /**
   * The policy: returns the importance of an update of `entity` now, as a finite number. `age`: simulated time in ms since its last update. `now`: simulated
   * time in ms.
   */
  priority: (entity: E, age: number, now: number) => number;
  /**
   * Returns the lowest update rate in Hz at which `entity` behaves correctly, finite and ≥ 0; 0 for no minimum. An entity that would miss its rate precedes
   * all others, within {@link minRateShare}. Default: no minimum.
   */
  minRate?: ((entity: E) => number) | undefined;
  /**
   * The largest share of a window's time that goes to entities that would miss their minimum rate;
   * above 0, at most 1, default 0.5. If that is too little, all of these entities wait longer by the
   * same factor ({@link FrameStatistics.stretch}). In the rest of the time, updates run by priority.
   * An update that takes longer than this share of a window runs less often, for example in every
   * second window.
   */
  minRateShare?: number | undefined;
  /**
   * `'priority'` (default): updates run in order of priority. `'list'`: the updates for which there is probably time are chosen by priority and expected cost,
   * and run in the order of `entities`. Use this if updates depend on the order of the list.
   *
   * If there is time for all updates, all of them run in list order. Otherwise the choice is corrected while the list is processed, so that the list and the
   * window end at the same time. If time is left after the list, the other updates run by priority. If the window ends before the list, the remaining
   * chosen updates are cancelled. After three such windows in a row, one window runs by priority.
   */
  order?: 'priority' | 'list' | undefined;
  /**
   * `priority` and `minRate` are called after each update of an entity, and otherwise once in this number of windows; whole, 1 to 1,000, default 1. The
   * calls for all entities are spread evenly over these windows. With thousands of entities that mostly wait, a larger number saves time. The cost: an
   * entity that becomes important while it waits may be noticed up to `rankEvery - 1` windows later.
   */
  rankEvery?: number | undefined;
  /**
   * Returns the age of an entity that is new to this frame: the simulated time in ms between its last update and {@link Frame.now}, which includes the steps
   * with which the new window begins. The first update receives this time. `elapsed` is the duration of these steps in ms, or 0 in `addToWindow`.
   *
   * - For entities of another frame in this thread, including a stopped one: `(entity) => other.ageOf(entity)`.
   * - For an age that was computed before these steps, for example in a message from another thread: `(entity, elapsed) => age + elapsed`.
   * - For a time on the clock of this frame: `({ updatedAt }) => frame.now - updatedAt`.
   *
   * The age is 0 to 1e100 ms. Any other result is an error, and the default is used. Called once for each entity that was not in the list of the last window,
   * but not for entities that join `always`. Default, also if it returns undefined: the time since the list was last read completely, but at least one
   * window. For an entity from `always`, the default is the time since its last step there, plus `stepsPerWindow - 1` steps.
   */
  initialAge?: ((entity: E, elapsed: number) => number | undefined) | undefined;
  /**
   * The frame that this one replaces, as after a hot reload. The entities of the first window, and
   * those of `always`, receive the time that was pending for them in the replaced frame. An age that
   * `initialAge` returns takes precedence. After the second window this frame does not keep the other
   * one in memory.
   */
  replaces?: Frame<E> | undefined;
  /** Called at the beginning of each step, between updates. The place to apply effects of entities on one another. `now`: simulated time in ms. */
  beforeStep?: ((now: number) => unknown) | undefined;
  /** Steps per second; 0.000001 to 1,000,000, default 60. */
  rate?: number | undefined;
  /**
   * Length of a window in steps; 1 to 1,000,000, default 1. With a fraction such as 1.5, windows
   * have 1 or 2 steps, 1.5 on average. At the end of a window the updates that were not made are
   * cancelled.
   *
   * A window begins with its first step, but the first update of an entity receives the time of a
   * whole window. Right after an update, the entity is therefore ahead of {@link Frame.now} by
   * `stepsPerWindow - 1` steps. If the window has a whole number of steps, and the update was made
   * in the first one, both times are equal at the end of the window. An entity that moves to
   * `always` while it is ahead stays ahead.
   */
  stepsPerWindow?: number | undefined;
  /**
   * The largest `elapsed` in ms of one call of `update`; > 0. A number, or a function that returns it for an entity. A longer time is split into equal parts with one call each,
   * at most eight per window. The rest stays pending. The steps of `always` are not split. If the function throws an error or returns no positive number,
   * the entity is not updated in this window, and its time stays pending. Default: no limit.
   */
  maxStep?: number | ((entity: E) => number) | undefined;
  /**
   * The longest time in ms that an entity receives in one update, all parts together; > 0. Time
   * beyond that is lost ({@link FrameStatistics.lostTime}), so the entity moves in slow motion
   * under load. Default: no limit, so no time is lost.
   */
  maxElapsed?: number | undefined;
  /**
   * A longer `elapsed` of {@link Frame.run} counts as an absence, such as a hidden page or a suspended machine: one step is made. In ms, > 0, default
   * 250. It counts as one step if it is shorter, and as 1e9 ms if it is longer.
   */
  maxFrameTime?: number | undefined;
  /** Callbacks for measurements. Default: none. */
  probe?: FrameProbe | undefined;
}

/** The options with their defaults. */
export interface CompleteFrameOptions<E extends object> {
  readonly always: Iterable<E>;
  readonly entities: Iterable<E>;
  readonly update: (entity: E, elapsed: number) => unknown;
  readonly priority: (entity: E, age: number, now: number) => number;
  readonly minRate: ((entity: E) => number) | undefined;
  readonly minRateShare: number;
  readonly order: 'priority' | 'list';
  readonly rankEvery: number;
  readonly initialAge: ((entity: E, elapsed: number) => number | undefined) | undefined;
  /** Set to undefined after the second window, to release the replaced frame. */
  replaces: Frame<E> | undefined;
  readonly beforeStep: ((now: number) => unknown) | undefined;
  readonly rate: number;
  readonly stepsPerWindow: number;
  readonly maxStep: number | ((entity: E) => number);
  readonly maxElapsed: number;
  readonly maxFrameTime: number;
  readonly probe: FrameProbe | undefined;
}

const NAMES = [
  'always',
  'entities',
  'update',
  'priority',
  'minRate',
  'minRateShare',
  'order',
  'rankEvery',
  'initialAge',
  'replaces',
  'beforeStep',
  'rate',
  'stepsPerWindow',
  'maxStep',
  'maxElapsed',
  'maxFrameTime',
  'probe',
] as const satisfies readonly (keyof FrameOptions<object>)[];

/** Throws a TypeError if an option is of the wrong type, a RangeError if one is out of its range. */
export function completeOptions<E extends object>(given: FrameOptions<E>): CompleteFrameOptions<E> {
  checkObject('Frame: options', given);
  const options: CompleteFrameOptions<E> = withDefaults(
    {
      always: [],
      minRate: undefined,
      minRateShare: 0.5,
      order: 'priority' as const,
      rankEvery: 1,
      initialAge: undefined,
      replaces: undefined,
      beforeStep: undefined,
      rate: 60,
      stepsPerWindow: 1,
      maxStep: Infinity,
      maxElapsed: Infinity,
      maxFrameTime: 250,
      probe: undefined,
    },
    given,
  );
  const { order, maxStep } = options;
  for (const name of ['always', 'entities'] as const) checkIterable(`Frame: ${name}`, options[name]);
  for (const name of ['update', 'priority'] as const) checkCallback(`Frame: ${name}`, options[name]);
  for (const name of ['minRate', 'initialAge', 'beforeStep'] as const) {
    if (options[name] !== undefined) checkCallback(`Frame: ${name}`, options[name]);
  }
  checkKind('Frame: order', order === 'priority' || order === 'list', "'priority' or 'list'", order);
  checkNumber('Frame: minRateShare', options.minRateShare, { above: 0, max: 1 });
  checkRate('Frame: rate', options.rate);
  checkNumber('Frame: stepsPerWindow', options.stepsPerWindow, { min: 1, max: 1e6 });
  checkNumber('Frame: rankEvery', options.rankEvery, { min: 1, max: 1000, whole: true });
  if (typeof maxStep === 'function') checkCallback('Frame: maxStep', maxStep);
  else checkNumber('Frame: maxStep', maxStep, { above: 0, unlimited: true });
  for (const name of ['maxElapsed', 'maxFrameTime'] as const) {
    checkNumber(`Frame: ${name}`, options[name], { above: 0, unlimited: true });
  }
  if (options.probe !== undefined) {
    checkObject('Frame: probe', options.probe);
    checkMethods('Frame', 'probe', options.probe, ['windowEnded']);
  }
  warnUnknownOptions('Frame', given, NAMES);
  return options;
}

function checkIterable(what: string, value: unknown): void {
  const isObject = typeof value === 'object' && value !== null;
  checkKind(what, isObject && Symbol.iterator in value, 'an array or another iterable object', value);
  // The entries of a Map are new objects in each iteration, so no entity would be recognized.
  const isMap =
    (value as Partial<Map<unknown, unknown>>).entries === (value as Iterable<unknown>)[Symbol.iterator];
  checkKind(what, !isMap || Array.isArray(value), 'a list of entities, such as the values of a Map', value);
  // Only an object with `next` can be an iterator. The iterators of other objects are not created
  // here, because they may use the frame, which is not complete yet.
  const mayBeOneShot = typeof (value as Partial<Iterator<unknown>>).next === 'function';
  const isOneShot = mayBeOneShot && (value as Iterable<unknown>)[Symbol.iterator]() === value;
  checkKind(what, !isOneShot, 'iterable any number of times, not an iterator', value);
}
