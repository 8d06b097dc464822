import { warnUnknownOptions, checkCallback, checkNumber, checkObject } from '../options.ts';
import type { EventLoop } from './event-loop.ts';

/** Options of a {@link Timer}. One of `at`, `after` and `every` is required. */
export type TimerOptions = TimerSettings &
  ({ readonly at: number } | { readonly after: number } | { readonly every: number });

interface TimerSettings {
  /** Release time in ms on the clock of the loop's host. */
  at?: number | undefined;
  /** Release time in ms from the submission, unless `at` is given; ≥ 0. */
  after?: number | undefined;
  /** Period in ms; ≥ 0.001. The first release is one period after the submission unless `at` or `after` says otherwise. */
  every?: number | undefined;
  /**
   * If the timer is late, its oldest due release runs. If at most this many later releases are also due, they run one after another. If more are due, all
   * of the later releases are skipped. Finite, ≥ 0, default 0.
   */
  catchUp?: number | undefined;
  /**
   * Accepted lateness in ms; > 0. The default 1 is the precision of `setTimeout`. With a higher
   * value the loop sleeps longer and serves several timers in one turn. With a lower value the
   * timer is *firm* (Goel 2003, ch. 4): the loop wakes up to 2 ms early and runs tasks until the
   * release. Without tasks it busy-waits in short turns, which costs CPU time.
   */
  maxLateness?: number | undefined;
}

/**
 * A unit of work that becomes due at its release time (the "timer event" of DOHA, WWW'12 §2.1). It never runs earlier, and from then on it precedes
 * all tasks. It can be submitted any number of times.
 */
export class Timer {
  readonly callback: (now: number, release: number) => unknown;
  // Copies of the options: the loop reads them each time the timer fires.
  readonly at: number | undefined;
  readonly after: number | undefined;
  readonly catchUp: number;
  readonly maxLateness: number;

  /** {@link every} in ms. `everyFrame` adjusts it to the display. @internal */ period: number | undefined;
  /** @internal */ slot = 0;
  /** Increases with each start of a timer in the loop. Of timers with the same release time, the lowest number fires first. @internal */ armed = 0;
  /** The loop to which the timer was submitted last. @internal */
  loop: EventLoop | undefined;

  /**
   * `callback` receives the current time and the release time, both in ms.
   *
   * Throws a TypeError if `callback` is not a function or is a generator function, if an option is not a number, or if none of `at`, `after` and `every` is
   * given. Throws a RangeError if an option is out of its range.
   */
  constructor(callback: (now: number, release: number) => unknown, options: TimerOptions) {
    checkCallback('Timer: callback', callback);
    checkObject('Timer: options', options);
    const { at, after, every } = options;
    for (const name of NAMES) {
      if (options[name] !== undefined) checkNumber(`Timer: ${name}`, options[name], BOUNDS[name]);
    }
    checkNumber('Timer: at, after or every', at ?? after ?? every);
    warnUnknownOptions('Timer', options, NAMES);
    this.callback = callback;
    this.at = at;
    this.after = after;
    this.period = every;
    this.catchUp = options.catchUp ?? 0;
    this.maxLateness = options.maxLateness ?? 1;
  }

  /** Period in ms; undefined if the timer fires once. */
  get every(): number | undefined {
    return this.period;
  }
}

const NAMES = ['at', 'after', 'every', 'catchUp', 'maxLateness'] as const;

const BOUNDS = {
  at: {},
  after: { min: 0 },
  // A shorter period could be lost by rounding when it is added to the time, and the timer would be due forever.
  every: { min: 0.001 },
  catchUp: { min: 0 },
  maxLateness: { above: 0 },
} as const;
