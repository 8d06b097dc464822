import { tooLong, VirtualThread } from './virtual-thread.ts';

/** Maximum time in ms. Above it, adding 1 ms may not change the number, so timers would fire for ever. */
const MAX_TIME = 2 ** 53;

/** Runs the turns of threads in the order of simulated time, one after another and deterministically. */
export class Timeline {
  #cores: number;
  #now = 0;
  #threads: VirtualThread[] = [];

  /**
   * `cores` are shared evenly by the busy threads. With Infinity each thread has a core of its own.
   */
  constructor(cores: number) {
    this.#cores = cores;
  }

  /** Time in ms since the beginning. */
  get now(): number {
    return this.#now;
  }

  /** Adds a thread. `speed`: ms of work per ms of simulated time. */
  thread(speed = 1): VirtualThread {
    const thread = new VirtualThread(speed);
    this.#threads.push(thread);
    return thread;
  }

  /** Runs until no thread has anything to do. Throws a RangeError if a time would exceed 2^53 ms. */
  run(): void {
    while (this.step());
  }

  /** Performs the next action of any thread. Returns false if there is none until the time `until`, in ms. */
  step(until: number = Infinity): boolean {
    const next = this.#next();
    if (next === undefined || next.time > until) return false;
    const { thread, time, coreFraction } = next;
    this.#advance(time, coreFraction);
    if (thread.isBusy) thread.performEffect(time);
    else thread.begin(time);
    return true;
  }

  // At the same moment, running turns go before new turns, because they may send messages to the new ones.
  #next(): { thread: VirtualThread; time: number; coreFraction: number } | undefined {
    let busy = 0;
    for (const thread of this.#threads) if (thread.isBusy) busy++;
    const coreFraction = Math.min(1, this.#cores / busy);
    let first: VirtualThread | undefined;
    let time = Infinity;
    for (const thread of this.#threads) {
      if (!thread.isBusy) continue;
      const then = this.#now + thread.untilEffect / coreFraction;
      if (then < time) [first, time] = [thread, then];
    }
    for (const thread of this.#threads) {
      if (thread.isBusy) continue;
      const then = Math.max(this.#now, thread.nextTurn);
      if (then < time) [first, time] = [thread, then];
    }
    if (busy > 0 && !(time <= MAX_TIME)) throw tooLong();
    return first && { thread: first, time, coreFraction };
  }

  #advance(time: number, coreFraction: number): void {
    for (const thread of this.#threads) if (thread.isBusy) thread.progress((time - this.#now) * coreFraction);
    this.#now = time;
  }
}
