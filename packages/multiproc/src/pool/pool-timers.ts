import { type Clock, EventLoop, type Timer } from '@doha/loop';

/** What the parts of a pool need of a loop. */
export interface TimerLoop {
  readonly host: Clock;
  submit(timer: Timer): void;
  cancel(timer: Timer): boolean;
  isPending(timer: Timer): boolean;
}

/**
 * The timers of a pool. They run in the loop of the application. Once it disposes of that loop they run in a new one, because the pool goes on. A timer
 * that has fired must be cancelled as well.
 */
export class PoolTimers implements TimerLoop {
  readonly host: Clock;
  #loop: EventLoop;
  #own: EventLoop | undefined; // of which the application knows nothing
  #timers: Set<Timer> = new Set(); // in the loop of the application
  #forget: (() => void) | undefined;

  /** Without a loop, the pool has one of its own. */
  constructor(given: EventLoop | undefined) {
    if (given === undefined) this.#own = new EventLoop();
    else this.#forget = given.whenDisposed(() => this.#leave(given));
    this.#loop = given ?? this.#own!;
    this.host = this.#loop.host;
  }

  submit(timer: Timer): void {
    if (this.#own === undefined) this.#timers.add(timer);
    this.#loop.submit(timer);
  }

  cancel(timer: Timer): boolean {
    this.#timers.delete(timer);
    return this.#loop.cancel(timer);
  }

  isPending(timer: Timer): boolean {
    return this.#loop.isPending(timer);
  }

  /** To be called when all timers were cancelled. What the own loop has asked its host for would keep Node. */
  dispose(): void {
    this.#forget?.();
    this.#own?.dispose();
  }

  #leave(given: EventLoop): void {
    const loop = new EventLoop();
    this.#loop = this.#own = loop;
    for (const timer of this.#timers) if (given.cancel(timer)) loop.submit(timer);
    this.#timers.clear();
  }
}
