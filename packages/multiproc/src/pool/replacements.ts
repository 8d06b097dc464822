import { Timer } from '@doha/loop';
import type { StartedWorker } from './handshake.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Why there is no worker while its replacement starts. */
export const beingReplaced = 'another one is being started';

export interface ReplacementsOptions {
  readonly loop: TimerLoop;
  /** Starts a worker. */
  readonly start: () => Promise<StartedWorker>;
  /** A worker has started in the place of a lost one. */
  readonly started: (index: number, started: StartedWorker) => void;
  /** Gets why a worker could not be started, and when the next attempt is. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between the first two attempts in a row. Each further pause is twice as long. */
const SHORTEST = 100;
const LONGEST = 10_000;

/** The place of a worker that was lost at least once. */
interface Vacancy {
  /** Attempts in a row whose workers neither ended a task nor lasted. */
  attempts: number;
  /** When the last worker started, by the loop's clock. */
  startedAt: number;
  /** Why there is no worker. */
  cause: Error;
  /** The next attempt; undefined during one. */
  timer: Timer | undefined;
  nextAt: number;
}

/** Starts workers in the place of lost ones: at once, and after growing pauses while the new ones do not last. */
export class Replacements {
  #options: ReplacementsOptions;
  #vacancies: Map<number, Vacancy> = new Map(); // by the worker's index
  #isStopped = false;

  constructor(options: ReplacementsOptions) {
    this.#options = options;
  }

  /** A worker is lost. `hasWorked`: it has ended at least one task. */
  begin(index: number, cause: Error, hasWorked: boolean): void {
    if (this.#isStopped) return;
    const vacancy = this.#vacancies.get(index) ?? {
      attempts: 0,
      startedAt: NaN,
      cause,
      timer: undefined,
      nextAt: NaN,
    };
    this.#vacancies.set(index, vacancy);
    if (hasWorked || this.#now - vacancy.startedAt >= LONGEST) vacancy.attempts = 0;
    vacancy.cause = cause;
    this.#plan(index, vacancy);
  }

  /** Why there is no worker of this index. */
  causeOf(index: number): Error {
    const vacancy = this.#vacancies.get(index);
    if (vacancy === undefined) return new Error('there is no worker of this index');
    const next =
      vacancy.timer === undefined ? beingReplaced : `the next attempt is in ${this.#waitFor(vacancy)} ms`;
    return new Error(`${vacancy.cause.message}; ${next}`, { cause: vacancy.cause });
  }

  /** No worker is started any more. */
  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#vacancies.values())
      if (timer !== undefined) this.#options.loop.cancel(timer);
  }

  #plan(index: number, vacancy: Vacancy): void {
    const pause = vacancy.attempts === 0 ? 0 : Math.min(SHORTEST * 2 ** (vacancy.attempts - 1), LONGEST);
    vacancy.attempts++;
    if (pause === 0) return void this.#attempt(index, vacancy);
    vacancy.timer = new Timer(() => void this.#attempt(index, vacancy), { after: pause });
    vacancy.nextAt = this.#now + pause;
    this.#options.loop.submit(vacancy.timer);
  }

  async #attempt(index: number, vacancy: Vacancy): Promise<void> {
    if (vacancy.timer !== undefined) this.#options.loop.cancel(vacancy.timer);
    vacancy.timer = undefined;
    try {
      const started = await this.#options.start();
      if (this.#isStopped) return void started.endpoint.close();
      this.#options.started(index, started);
      vacancy.startedAt = this.#now;
    } catch (error) {
      if (!this.#isStopped) this.#failed(index, vacancy, error);
    }
  }

  #failed(index: number, vacancy: Vacancy, error: unknown): void {
    vacancy.cause = error instanceof Error ? error : new Error(String(error));
    this.#plan(index, vacancy);
    const text = `MultiProc: worker ${index} could not be replaced; the next attempt is in ${this.#waitFor(vacancy)} ms`;
    this.#options.onError(new Error(`${text} (${vacancy.cause.message})`, { cause: error }));
  }

  get #now(): number {
    return this.#options.loop.host.now();
  }

  #waitFor({ nextAt }: Vacancy): number {
    return Math.max(0, Math.ceil(nextAt - this.#now));
  }
}
