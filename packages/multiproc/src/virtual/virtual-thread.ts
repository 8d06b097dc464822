import { type Host, PriorityQueue, type Queued } from '@doha/loop';

/** A callback that runs at a given time. */
class TimedCall implements Queued {
  slot = 0;
  readonly run: () => void;

  constructor(run: () => void) {
    this.run = run;
  }
}

/** An effect on other threads, such as a message, after `after` ms of work in the current turn. */
interface Effect {
  readonly after: number;
  readonly perform: (time: number) => void;
}

/**
 * A thread on simulated time. The code of a turn runs at once and only counts the time that its
 * work takes. Then the thread is busy for this time, or longer on a shared core, and each message
 * leaves when the work before it is done. Within a turn the clock of the thread advances with the
 * counted work.
 */
export class VirtualThread implements Host {
  /** Total work in ms. */
  busy = 0;
  /** Number of sent and received messages. */
  messages = 0;
  #speed: number;
  #timedCalls: PriorityQueue<TimedCall> = new PriorityQueue(); // by time, negated
  #loopTurn: () => void = () => {};
  #wakeAt = Infinity;
  #soon: (() => void)[] = [];
  #began = 0;
  #worked = 0; // work of this turn's code, in ms
  #done = 0; // part of `#worked` for which the thread has been busy, in ms
  #effects: Effect[] = [];
  #hasEnded = false;
  #isInTurn = false;

  /** `speed`: ms of work per ms of simulated time. */
  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    return this.#began + this.#worked;
  }

  attach(turn: () => void): void {
    this.#loopTurn = turn;
  }

  wake(delay: number): void {
    if (this.#hasEnded) return;
    this.#wakeAt = this.now() + Math.max(0, delay);
  }

  detach(): void {
    this.#wakeAt = Infinity;
  }

  /** Adds work that takes `cost` ms on a thread of speed 1. */
  spend(cost: number): void {
    const time = cost / this.#speed;
    this.#worked += time;
    this.busy += time;
    // Microtasks that run after the code of the turn are a part of the turn.
    if (!this.#isInTurn) this.#stayBusy();
  }

  /** Calls back at a time in ms, or afterwards as soon as the thread is idle. */
  at(time: number, run: () => void): void {
    if (this.#hasEnded) return;
    if (!(time < Infinity)) throw tooLong();
    this.#timedCalls.push(new TimedCall(run), -time);
  }

  /** Calls back at the end of the current turn, or of the next one. */
  soon(callback: () => void): void {
    this.#soon.push(callback);
  }

  /** Runs a callback in another thread, `latency` ms after this thread has done its work so far. */
  send(to: VirtualThread, latency: number, run: () => void): void {
    if (this.#hasEnded) return;
    this.#effects.push({ after: this.#worked, perform: (time) => to.at(time + latency, run) });
  }

  /** Ends at once: the rest of the current turn is dropped, and there are no further turns. */
  end(): void {
    this.#hasEnded = true;
    this.#wakeAt = Infinity;
    this.#timedCalls = new PriorityQueue();
    this.#effects = [];
    this.#soon = [];
  }

  /** Whether a turn is under way. */
  get isBusy(): boolean {
    return this.#effects.length > 0;
  }

  /** Time of the next turn of an idle thread; Infinity if there is none. */
  get nextTurn(): number {
    return Math.min(-this.#timedCalls.topKey(), this.#wakeAt);
  }

  /** Work in ms until the next effect of a busy thread. */
  get untilEffect(): number {
    return Math.max(0, this.#effects[0]!.after - this.#done);
  }

  /** Runs a turn at `time`: a timed callback or the turn of the loop, whichever is due first. */
  begin(time: number): void {
    this.#began = Math.max(time, this.now()); // `time` may be less because of rounding
    this.#worked = this.#done = 0;
    this.#isInTurn = true;
    if (-this.#timedCalls.topKey() <= this.#wakeAt) this.#timedCalls.pop()!.run();
    else {
      this.#wakeAt = Infinity;
      this.#loopTurn();
    }
    for (const callback of this.#soon) callback();
    this.#soon.length = 0;
    this.#isInTurn = false;
    this.#stayBusy();
  }

  /** Advances the work of the turn. */
  progress(work: number): void {
    this.#done += work;
  }

  /** Performs the next effect of the turn. */
  performEffect(time: number): void {
    const { after, perform } = this.#effects.shift()!;
    this.#done = after;
    perform(time);
  }

  // Keeps the thread busy until all work of the turn is done.
  #stayBusy(): void {
    if (!this.#hasEnded) this.#effects.push({ after: this.#worked, perform: () => {} });
  }
}

/** The error of a simulation whose times exceed 2^53 ms. */
export function tooLong(): RangeError {
  return new RangeError('simulate: each time that costs, speeds and cores lead to must be at most 2^53 ms');
}
