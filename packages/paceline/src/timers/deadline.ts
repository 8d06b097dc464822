import type { EventLoop } from '@doha/loop';
import { Alarm } from './alarm.ts';

/**
 * A timer that is more than this many ms late shows that the thread was busy, or the machine
 * asleep. Messages may have arrived that have not been read yet.
 */
const BUSY = 25;
/** Grace period in ms, in which the thread reads the messages that have arrived. */
const GRACE = 10;

/**
 * A deadline that allows for a busy thread. If the thread was busy at the time of the deadline, the
 * deadline passes after a grace period, so that messages that arrived in time are read first. A
 * deadline has one grace period, even if the thread stays busy or the same deadline is set again.
 */
export class Deadline {
  #alarm: Alarm;
  #passed: (now: number) => void;
  #extended = NaN; // the deadline that has a grace period
  #end = NaN; // of the grace period

  /** `passed` is called with the time. `loop` runs the timer. */
  constructor(loop: EventLoop, passed: (now: number) => void) {
    this.#alarm = new Alarm(loop, (now, at) => this.timerFired(now, at));
    this.#passed = passed;
  }

  /** `at`: ms on the clock of the loop's host; Infinity: never. */
  set(at: number): void {
    this.#alarm.set(at === this.#extended ? this.#end : at);
  }

  /** As `set`, for a deadline that changes often. */
  postpone(at: number): void {
    this.#alarm.postpone(at === this.#extended ? this.#end : at);
  }

  /** Sets the deadline unless it is set already. */
  setIfUnset(at: number): void {
    this.#alarm.setIfUnset(at);
  }

  /** Called when a timer for the deadline `at` fires: the deadline passes, or its grace period begins. */
  timerFired(now: number, at: number): void {
    if (at === this.#end || now - at <= BUSY) return this.#passed(now);
    this.#extended = at;
    this.#end = now + GRACE;
    this.#alarm.set(this.#end);
  }
}
