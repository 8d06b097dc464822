import { type Clock, EventLoop, ThreadHost, type Timer } from '@doha/loop';

/** The part of an `EventLoop` that {@link PoolTimers} uses. */
export interface TimerLoop {
  readonly host: Clock;
  submit(timer: Timer): void;
  cancel(timer: Timer): boolean;
  isPending(timer: Timer): boolean;
}

/**
 * The timers of a pool, in the event loop of the application or in one that the pool creates. If
 * the application disposes of its loop, the timers continue in a new one. Call `cancel` also for a
 * timer that has fired: otherwise this object keeps a reference to it. In a loop that the pool has
 * created, timers do not keep a Node process alive.
 */
export class PoolTimers implements TimerLoop {
  readonly host: Clock;
  #loop: EventLoop;
  #own: EventLoop | undefined; // a loop that the application does not know
  #timers: Set<Timer> = new Set(); // submitted to the loop of the application
  #forget: (() => void) | undefined;

  /** `given`: the loop of the application. If it is undefined, a loop is created. */
  constructor(given: EventLoop | undefined) {
    if (given === undefined) this.#own = newLoop();
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

  /** Called after all timers were cancelled. From then on, the timers do not move to a new loop. */
  dispose(): void {
    this.#forget?.();
    this.#own?.dispose();
  }

  #leave(given: EventLoop): void {
    const loop = newLoop();
    this.#loop = this.#own = loop;
    for (const timer of this.#timers) if (given.cancel(timer)) loop.submit(timer);
    this.#timers.clear();
  }
}

function newLoop(): EventLoop {
  return new EventLoop({ host: new ThreadHost({ keepsAlive: false }) });
}
