import type { Host } from '@doha/loop';
import { vi } from 'vitest';

/** Returns the time in ms at which a callback runs that is due at `due`. */
type Delay = (due: number) => number;

/** The thread of a hidden page: its timers fire only at multiples of `period` ms. */
export function throttled(period: number): LateThread {
  return new LateThread({ timers: (due) => Math.ceil(due / period) * period });
}

/** A thread with a long task of `task` ms at the start of each `period` ms. */
export function busy(task: number, period: number): LateThread {
  return new LateThread({ tasks: (due) => Math.max(due, Math.floor(due / period) * period + task) });
}

/** A thread with one long task, from the time `from` to the time `to`. */
export function blocked(from: number, to: number): LateThread {
  return new LateThread({ tasks: (due) => (due > from && due < to ? to : due) });
}

/**
 * Replaces timers, `setImmediate` and clock of the platform by those of `thread`. To undo this,
 * call `vi.unstubAllGlobals` and `vi.restoreAllMocks`.
 */
export function stubPlatformWith(thread: LateThread): void {
  vi.stubGlobal('setTimeout', (run: () => void, delay: number) => thread.wait(delay, run));
  vi.stubGlobal('clearTimeout', (stop?: () => void) => stop?.());
  vi.stubGlobal('setImmediate', (run: () => void) => thread.afterMessages(run));
  vi.spyOn(performance, 'now').mockImplementation(() => thread.now());
}

interface Callback {
  readonly at: number;
  readonly isTimer: boolean;
  readonly run: () => void;
}

/**
 * A thread on simulated time, with late timers and messages. As in Chromium, a timer that is due
 * runs before messages that are due at the same time.
 */
export class LateThread implements Host {
  #now = 0;
  #callbacks: Callback[] = []; // in the order in which they run
  readonly timers: Delay;
  readonly tasks: Delay;
  #turn: () => void = () => {};
  #sleep: () => void = () => {};

  /** `timers` delays only timers. `tasks` delays timers and messages. */
  constructor({ tasks = (due) => due, timers = (due) => due }: { tasks?: Delay; timers?: Delay } = {}) {
    this.tasks = tasks;
    this.timers = timers;
  }

  now(): number {
    return this.#now;
  }

  wait(delay: number, run: () => void): () => void {
    return this.#add({ at: this.tasks(this.timers(this.#now + delay)), isTimer: true, run });
  }

  afterMessages(run: () => void): void {
    this.receive(this.#now, run);
  }

  /** Receives a message that was sent at `sentAt` (ms). `run` is its handler. */
  receive(sentAt: number, run: () => void): void {
    this.#add({ at: this.tasks(sentAt), isTimer: false, run });
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  // Like a ThreadHost, requests a turn without delay by a message, because messages are not
  // throttled.
  wake(delay: number): void {
    this.#sleep();
    const turn = (): void => this.#turn();
    if (delay <= 0) this.#sleep = this.#add({ at: this.tasks(this.#now), isTimer: false, run: turn });
    else this.#sleep = delay < Infinity ? this.wait(delay, turn) : () => {};
  }

  /** The time in ms at which the next callback runs; Infinity if there is none. */
  get nextAt(): number {
    return this.#callbacks[0]?.at ?? Infinity;
  }

  advanceTo(time: number): void {
    while (this.nextAt <= time) this.runNext();
    this.#now = time;
  }

  /** Runs the next callback, at its time. */
  runNext(): void {
    const next = this.#callbacks.shift();
    if (next === undefined) return;
    this.#now = Math.max(this.#now, next.at);
    next.run();
  }

  /**
   * Advances the clock to `time` without running callbacks. No callback may be due before `time`.
   */
  setClock(time: number): void {
    this.#now = Math.max(this.#now, time);
  }

  #add(callback: Callback): () => void {
    let index = this.#callbacks.length;
    while (index > 0 && goesBefore(callback, this.#callbacks[index - 1]!)) index--;
    this.#callbacks.splice(index, 0, callback);
    return () => this.#remove(callback);
  }

  #remove(callback: Callback): void {
    const index = this.#callbacks.indexOf(callback);
    if (index >= 0) this.#callbacks.splice(index, 1);
  }
}

function goesBefore(one: Callback, other: Callback): boolean {
  return one.at < other.at || (one.at === other.at && one.isTimer && !other.isTimer);
}
