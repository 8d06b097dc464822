import { checkNumber, withDefaults } from './options.ts';
import type { EventLoop } from './event-loop.ts';
import type { Queued } from './priority-queue.ts';

export interface TimerOptions {
  /** Release time on the clock of the loop's host, in ms. */
  at?: number;
  /** Or: release time in ms from the submission; ≥ 0. */
  after?: number;
  /** Period in ms; > 0. The first release is one period after the submission unless `at` or `after` says otherwise. */
  every?: number;
  /** Missed periods that are made up for, one after another; if more were missed, all are skipped. ≥ 0, default 0. */
  catchUp?: number;
  /**
   * Lateness in ms that is good enough; > 0. Default 1, what the platform's own timers give. More lets the loop sleep
   * longer and serve several timers in one turn. Less makes the timer *firm* (Goel 2003, ch. 4): the loop wakes up to 2 ms
   * early and fills the time with tasks, or with yields where there are none, which costs CPU time.
   */
  maxLateness?: number;
}

/**
 * Work that becomes due at a release time (the "timer event" of DOHA, WWW'12 §2.1): never runs before it, and goes before any
 * task from then on. Its owner keeps it and can submit it again.
 */
export class Timer implements Queued {
  readonly callback: (now: number, release: number) => unknown;
  readonly options: Readonly<TimerOptions> & { readonly catchUp: number; readonly maxLateness: number };

  /** @internal */ slot = 0;
  /** The loop that has it or last had it. @internal */
  loop: EventLoop | undefined;

  /**
   * `callback` is given the time and the release time, both in ms.
   * Throws a RangeError if an option is out of its range or none of `at`, `after` and `every` is given.
   */
  constructor(callback: (now: number, release: number) => unknown, options: TimerOptions) {
    this.callback = callback;
    this.options = withDefaults({ catchUp: 0, maxLateness: 1 }, options);
    const { at, after, every } = options;
    checkNumber('Timer: at, after or every', at ?? after ?? every);
    for (const name of ['after', 'catchUp'] as const)
      checkNumber(`Timer: ${name}`, options[name] ?? 0, { min: 0 });
    for (const name of ['every', 'maxLateness'] as const) {
      checkNumber(`Timer: ${name}`, options[name] ?? 1, { above: 0 });
    }
  }
}
