import type { Advisor } from './advice.ts';

/** A frame takes longer than this even on a display of 500 Hz. Shorter times may be seconds. */
const SHORTEST_FRAME = 1;
/** September 2001 in ms of `Date.now()`. As a time since the start of a page it is 31 years. */
const EARLIEST_DATE = 1e12;

/** Runs with such times after which the clock is looked at. */
const SUSPICIOUS_RUNS = 60;
/** They are seconds if the clock has moved on by about 1000 times as much: between these. */
const LEAST_RATIO = 300;
const MOST_RATIO = 3000;

/** Windows in a row whose list consists mostly of new entities after which a warning is given. */
const SUSPICIOUS_WINDOWS = 30;

/** The runs of a frame so far, all of which were short. */
interface ShortRuns {
  count: number;
  /** In all. */
  elapsed: number;
  /** The time of the first one. */
  readonly began: number;
}

/** Warns on the console, once for each mistake. */
export class ConsoleAdvisor implements Advisor {
  #given: Set<string> = new Set();
  #renewed: WeakMap<object, number> = new WeakMap(); // windows in a row
  #suspicious: WeakMap<object, ShortRuns | 'usual'> = new WeakMap(); // by frame

  options(what: string, given: object, known: readonly string[]): void {
    for (const name of Object.keys(given)) {
      if (known.includes(name)) continue;
      const similar = known.find((each) => each.toLowerCase() === name.toLowerCase());
      this.#warn(
        `${what}: there is no option ${name}${similar === undefined ? `; the options are ${known.join(', ')}` : `; did you mean ${similar}?`}`,
      );
    }
  }

  timerSubmitted(at: number, now: number): void {
    if (at < EARLIEST_DATE || now >= EARLIEST_DATE) return;
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

  firstWindow(always: Iterable<unknown>, entities: Iterable<unknown>): void {
    if (!haveCommon(always, entities)) return;
    this.#warn(
      'Frame: an entity is in always and in entities. It is updated in each step, as an entity of always only',
    );
  }

  listRead(frame: object, newcomers: number, count: number): void {
    const windows = count > 1 && newcomers > count / 2 ? (this.#renewed.get(frame) ?? 0) + 1 : 0;
    this.#renewed.set(frame, windows);
    if (windows !== SUSPICIOUS_WINDOWS) return;
    this.#warn(
      `Frame: most entities were new in each of ${SUSPICIOUS_WINDOWS} windows. The list must give the same objects again: an entity that is a new object ` +
        'has no age, and its pending time is lost',
    );
  }

  frameRan(frame: object, elapsed: number, now: number): void {
    const runs = this.#suspicious.get(frame) ?? { count: 0, elapsed: 0, began: now };
    if (runs === 'usual' || elapsed <= 0) return;
    const isOver = elapsed >= SHORTEST_FRAME || runs.count > SUSPICIOUS_RUNS;
    this.#suspicious.set(frame, isOver ? 'usual' : runs);
    if (isOver) return;
    const ratio = (now - runs.began) / runs.elapsed; // of the runs before this one
    runs.count++;
    runs.elapsed += elapsed;
    if (runs.count !== SUSPICIOUS_RUNS || !(ratio > LEAST_RATIO && ratio < MOST_RATIO)) return;
    this.#warn(
      `Frame.run: elapsed was less than ${SHORTEST_FRAME} ms in ${SUSPICIOUS_RUNS} runs, the last one ${elapsed}. It is in milliseconds: ` +
        'multiply by 1000 if your engine gives seconds, as three.js does',
    );
  }

  #warn(message: string): void {
    if (this.#given.has(message)) return;
    this.#given.add(message);
    console.warn(`@doha: ${message}`); // oxlint-disable-line no-console -- for the developer of the application
  }
}

function haveCommon(some: Iterable<unknown>, others: Iterable<unknown>): boolean {
  try {
    const known = new Set(some);
    for (const each of others) if (known.has(each)) return true;
  } catch {
    // The frame reports it.
  }
  return false;
}
