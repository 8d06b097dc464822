import { Timer } from '@doha/loop';
import type { Joined } from './join.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Why there is no worker while its replacement starts. */
export const beingReplaced = 'another one is being started';

export interface ReplacementsOptions {
  readonly loop: TimerLoop;
  /** Starts a worker. */
  readonly start: () => Promise<Joined>;
  /** A worker has started in the place of a lost one. */
  readonly started: (index: number, joined: Joined) => void;
  /** Gets why a worker could not be started, and when the next attempt is. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between the first two attempts in a row. Each further pause is twice as long. */
const SHORTEST = 100;
const LONGEST = 10_000;

/** The place of a worker that was lost at least once. */
interface Place {
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
  #places: Map<number, Place> = new Map(); // by the worker's index
  #isStopped = false;

  constructor(options: ReplacementsOptions) {
    this.#options = options;
  }

  /** A worker is lost. `hasWorked`: it has ended at least one task. */
  begin(index: number, cause: Error, hasWorked: boolean): void {
    if (this.#isStopped) return;
    const place = this.#places.get(index) ?? {
      attempts: 0,
      startedAt: NaN,
      cause,
      timer: undefined,
      nextAt: NaN,
    };
    this.#places.set(index, place);
    if (hasWorked || this.#now - place.startedAt >= LONGEST) place.attempts = 0;
    place.cause = cause;
    this.#plan(index, place);
  }

  /** Why there is no worker of this index. */
  causeOf(index: number): Error {
    const place = this.#places.get(index);
    if (place === undefined) return new Error('there is no worker of this index');
    const next =
      place.timer === undefined ? beingReplaced : `the next attempt is in ${this.#waitFor(place)} ms`;
    return new Error(`${place.cause.message}; ${next}`, { cause: place.cause });
  }

  /** No worker is started any more. */
  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#places.values()) if (timer !== undefined) this.#options.loop.cancel(timer);
  }

  #plan(index: number, place: Place): void {
    const pause = place.attempts === 0 ? 0 : Math.min(SHORTEST * 2 ** (place.attempts - 1), LONGEST);
    place.attempts++;
    if (pause === 0) return void this.#attempt(index, place);
    place.timer = new Timer(() => void this.#attempt(index, place), { after: pause });
    place.nextAt = this.#now + pause;
    this.#options.loop.submit(place.timer);
  }

  async #attempt(index: number, place: Place): Promise<void> {
    if (place.timer !== undefined) this.#options.loop.cancel(place.timer);
    place.timer = undefined;
    try {
      const joined = await this.#options.start();
      if (this.#isStopped) return void joined.endpoint.close();
      this.#options.started(index, joined);
      place.startedAt = this.#now;
    } catch (error) {
      if (!this.#isStopped) this.#failed(index, place, error);
    }
  }

  #failed(index: number, place: Place, error: unknown): void {
    place.cause = error instanceof Error ? error : new Error(String(error));
    this.#plan(index, place);
    const text = `MultiProc: worker ${index} could not be replaced; the next attempt is in ${this.#waitFor(place)} ms`;
    this.#options.onError(new Error(`${text} (${place.cause.message})`, { cause: error }));
  }

  get #now(): number {
    return this.#options.loop.host.now();
  }

  #waitFor({ nextAt }: Place): number {
    return Math.max(0, Math.ceil(nextAt - this.#now));
  }
}
