import { Timer } from '@doha/loop';
import type { StartedWorker } from './handshake.ts';
import type { TimerLoop } from './pool-timers.ts';

/** The reason why a worker is absent while its replacement starts. */
export const beingReplaced = 'another one is being started';

export interface ReplacementsOptions {
  readonly loop: TimerLoop;
  /** Starts a worker. */
  readonly start: () => Promise<StartedWorker>;
  /** Called with each replacement that has started. */
  readonly started: (index: number, started: StartedWorker) => void;
  /** Receives the reason of each failed attempt, with the time until the next one. */
  readonly onError: (error: unknown) => void;
}

/** Pause in ms between the first two successive attempts. Each further pause is twice as long. */
const MIN_PAUSE = 100;
/** Longest pause in ms. */
const MAX_PAUSE = 10_000;

/** An index whose worker was lost at least once. */
interface Vacancy {
  /**
   * Number of attempts since a worker of this index last finished a task or lasted for `MAX_PAUSE`.
   */
  attempts: number;
  /** Time of the last successful start in ms, on the loop's clock. */
  startedAt: number;
  /** The reason why there is no worker. */
  cause: Error;
  /** Timer of the next attempt; undefined during an attempt. */
  timer: Timer | undefined;
  nextAt: number;
}

/** Starts replacements of lost workers: the first one at once, further ones after growing pauses if the replacements do not last. */
export class Replacements {
  #options: ReplacementsOptions;
  #vacancies: Map<number, Vacancy> = new Map(); // by the index of the worker
  #isStopped = false;

  constructor(options: ReplacementsOptions) {
    this.#options = options;
  }

  /** Called when a worker is lost. `hasWorked`: whether it had finished a task. */
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
    if (hasWorked || this.#now - vacancy.startedAt >= MAX_PAUSE) vacancy.attempts = 0;
    vacancy.cause = cause;
    this.#plan(index, vacancy);
  }

  /** Returns the reason why there is no worker of this index. */
  causeOf(index: number): Error {
    const vacancy = this.#vacancies.get(index);
    if (vacancy === undefined) return new Error('there is no worker of this index');
    const next =
      vacancy.timer === undefined ? beingReplaced : `the next attempt is in ${this.#waitFor(vacancy)} ms`;
    return new Error(`${vacancy.cause.message}; ${next}`, { cause: vacancy.cause });
  }

  /** Stops starting workers. */
  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#vacancies.values())
      if (timer !== undefined) this.#options.loop.cancel(timer);
  }

  #plan(index: number, vacancy: Vacancy): void {
    const pause = vacancy.attempts === 0 ? 0 : Math.min(MIN_PAUSE * 2 ** (vacancy.attempts - 1), MAX_PAUSE);
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
