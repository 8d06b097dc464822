import type { DevelopmentWarnings, ListReading } from './development-warnings.ts';
import { ElapsedUnitCheck } from './elapsed-unit-check.ts';

/**
 * A later release time is probably a date: 1e12 ms is September 2001 on the clock of `Date.now()`,
 * but 31 years after the start of a page on its own clock.
 */
const EARLIEST_DATE = 1e12;

/** A warning follows after this many windows in a row in which most entities were new. */
const SUSPICIOUS_WINDOWS = 30;

/** Warns on the console, once for each mistake. */
export class ConsoleWarnings implements DevelopmentWarnings {
  #shown: Set<string> = new Set();
  #renewed: WeakMap<object, number> = new WeakMap(); // by frame: windows in a row in which most entities were new
  #runs: WeakMap<object, ElapsedUnitCheck> = new WeakMap(); // by frame
  #dates: WeakMap<object, number> = new WeakMap(); // by loop: the release time of a timer that looks like a date

  optionsGiven(what: string, given: object, known: readonly string[]): void {
    for (const name of Object.keys(given)) {
      if (known.includes(name)) continue;
      const similar = known.find((each) => each.toLowerCase() === name.toLowerCase());
      this.#warn(
        `${what}: there is no option ${name}${similar === undefined ? `; the options are ${known.join(', ')}` : `; did you mean ${similar}?`}`,
      );
    }
  }

  timerSubmitted(loop: object, at: number): void {
    if (at >= EARLIEST_DATE) this.#dates.set(loop, at);
  }

  clockRead(loop: object, now: number): void {
    const at = this.#dates.get(loop);
    if (at === undefined) return;
    this.#dates.delete(loop);
    if (now >= EARLIEST_DATE) return;
    this.#warn(
      `Timer: at looks like a time of Date.now(), got ${at}. It is a time on the host's clock, which is at ${Math.round(now)} ms: use ` +
        'performance.now() or the option after',
    );
  }

  promiseYielded(): void {
    this.#warn(
      'Task: a generator yielded a promise. The loop does not wait for it: the next step may run before the promise is settled. Submit another task when ' +
        'it is settled, or use an async function',
    );
  }

  listRead(frame: object, list: ListReading): void {
    if (list.omitted > 0 && !this.#renewed.has(frame)) this.#warnOfBothLists();
    const { length } = list.entries;
    const isRenewed = length > 1 && list.added > length / 2;
    const windows = isRenewed ? (this.#renewed.get(frame) ?? 0) + 1 : 0;
    this.#renewed.set(frame, windows);
    if (windows !== SUSPICIOUS_WINDOWS) return;
    this.#warn(
      `Frame: most entities were new in each of ${SUSPICIOUS_WINDOWS} windows. Return the same objects in each window: a new object ` +
        'has no age, and the pending time of the old one is lost',
    );
  }

  frameRan(frame: object, elapsed: number, now: number): void {
    const runs = this.#runs.get(frame) ?? new ElapsedUnitCheck();
    this.#runs.set(frame, runs);
    const median = runs.add(elapsed, now);
    if (median === undefined) return;
    this.#warn(
      `Frame.run: elapsed was usually ${median.elapsed.toPrecision(2)}, and ${Math.round(median.passed)} ms passed between two runs. The unit of elapsed ` +
        'is milliseconds: multiply by 1000 if your engine gives seconds, as three.js does',
    );
  }

  #warnOfBothLists(): void {
    this.#warn(
      'Frame: an entity is both in always and in entities. It is updated in each step, as if it were only in always',
    );
  }

  #warn(message: string): void {
    if (this.#shown.has(message)) return;
    this.#shown.add(message);
    console.warn(`@doha: ${message}`); // oxlint-disable-line no-console -- for the developer of the application
  }
}
