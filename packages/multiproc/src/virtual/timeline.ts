import { tooLong, VirtualThread } from './virtual-thread.ts';

/** Threads whose turns happen in the order of simulated time: one after another, and always in the same order. */
export class Timeline {
  #cores: number;
  #now = 0;
  #threads: VirtualThread[] = [];

  /** `cores` are shared evenly by those threads that are busy; Infinity: each has its own. */
  constructor(cores: number) {
    this.#cores = cores;
  }

  /** Milliseconds since it began. */
  get now(): number {
    return this.#now;
  }

  /** A new thread. `speed`: ms of work that it does in one. */
  thread(speed = 1): VirtualThread {
    const thread = new VirtualThread(speed);
    this.#threads.push(thread);
    return thread;
  }

  /** Goes on until no thread has anything to do. Throws a RangeError if a time would exceed the greatest number. */
  run(): void {
    while (this.step());
  }

  /** Does the next thing that any thread has to do. Returns false if there is none until `time`, in ms. */
  step(until: number = Infinity): boolean {
    const next = this.#next();
    if (next === undefined || next.time > until) return false;
    const { thread, time, share } = next;
    this.#pass(time, share);
    if (thread.isBusy) thread.take(time);
    else thread.begin(time);
    return true;
  }

  // Turns that are under way come before those that begin at the same moment: they may have something to say to these.
  #next(): { thread: VirtualThread; time: number; share: number } | undefined {
    let busy = 0;
    for (const thread of this.#threads) if (thread.isBusy) busy++;
    const share = Math.min(1, this.#cores / busy);
    let first: VirtualThread | undefined;
    let time = Infinity;
    for (const thread of this.#threads) {
      if (!thread.isBusy) continue;
      const then = this.#now + thread.untilEffect / share;
      if (then < time) [first, time] = [thread, then];
    }
    for (const thread of this.#threads) {
      if (thread.isBusy) continue;
      const then = Math.max(this.#now, thread.nextTurn);
      if (then < time) [first, time] = [thread, then];
    }
    if (first === undefined && busy > 0) throw tooLong();
    return first && { thread: first, time, share };
  }

  #pass(time: number, share: number): void {
    for (const thread of this.#threads) if (thread.isBusy) thread.progress((time - this.#now) * share);
    this.#now = time;
  }
}
