import type { DevelopmentWarnings, ListFindings } from './development-warnings.ts';
import { ElapsedUnitCheck } from './elapsed-unit-check.ts';

/** September 2001 in ms of `Date.now()`. As a time since the start of a page it is 31 years. */
const EARLIEST_DATE = 1e12;

/** Windows in a row whose list consists mostly of new entities after which a warning is given. */
const SUSPICIOUS_WINDOWS = 30;

/** Warns on the console, once for each mistake. */
export class ConsoleWarnings implements DevelopmentWarnings {
  #given: Set<string> = new Set();
  #renewed: WeakMap<object, number> = new WeakMap(); // windows in a row
  #runs: WeakMap<object, ElapsedUnitCheck> = new WeakMap(); // by frame
  #dates: WeakMap<object, number> = new WeakMap(); // by loop: the release time of a timer that looks like a date

  options(what: string, given: object, known: readonly string[]): void {
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
      `Timer: at looks like a time of Date.now(), got ${at}. It counts from the start of the host's clock, which is at ${Math.round(now)} ms: use ` +
        'performance.now(), or after',
    );
  }

  promiseYielded(): void {
    this.#warn(
      'Task: a generator yielded a promise. The loop does not wait for it: the next step may run before it is settled. Submit another task when the ' +
        'promise is settled, or use an async function',
    );
  }

  listRead(frame: object, list: ListFindings): void {
    if (list.omitted > 0 && !this.#renewed.has(frame)) this.#warnOfBothTiers();
    const { length } = list.entries;
    const isRenewed = length > 1 && list.newcomers > length / 2;
    const windows = isRenewed ? (this.#renewed.get(frame) ?? 0) + 1 : 0;
    this.#renewed.set(frame, windows);
    if (windows !== SUSPICIOUS_WINDOWS) return;
    this.#warn(
      `Frame: most entities were new in each of ${SUSPICIOUS_WINDOWS} windows. The list must give the same objects again: an entity that is a new object ` +
        'has no age, and its pending time is lost',
    );
  }

  frameRan(frame: object, elapsed: number, now: number): void {
    const runs = this.#runs.get(frame) ?? new ElapsedUnitCheck();
    this.#runs.set(frame, runs);
    const median = runs.add(elapsed, now);
    if (median === undefined) return;
    this.#warn(
      `Frame.run: elapsed was usually ${median.elapsed.toPrecision(2)}, and ${Math.round(median.passed)} ms passed between two runs. It is in ` +
        'milliseconds: multiply by 1000 if your engine gives seconds, as three.js does',
    );
  }

  #warnOfBothTiers(): void {
    this.#warn(
      'Frame: an entity is in always and in entities. It is updated in each step, as an entity of always only',
    );
  }

  #warn(message: string): void {
    if (this.#given.has(message)) return;
    this.#given.add(message);
    console.warn(`@doha: ${message}`); // oxlint-disable-line no-console -- for the developer of the application
  }
}
