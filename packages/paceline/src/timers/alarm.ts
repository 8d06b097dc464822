import { type EventLoop, Timer } from '@doha/loop';

/** A timer that calls back once, and can be set to another time. In a disposed loop it never calls back. */
export class Alarm {
  #loop: EventLoop;
  #callback: (now: number, at: number) => void;
  #timer: Timer | undefined;
  #timerAt = Infinity; // time at which #timer fires
  #at = Infinity;

  /** `callback` gets the current time, and the time for which the alarm was set. */
  constructor(loop: EventLoop, callback: (now: number, at: number) => void) {
    this.#loop = loop;
    this.#callback = callback;
  }

  /** `at`: ms on the clock of the loop's host; Infinity: never. */
  set(at: number): void {
    this.#at = at;
    if (at === this.#timerAt) return;
    if (this.#timer !== undefined) this.#loop.cancel(this.#timer);
    this.#timerAt = at;
    const isNeeded = at < Infinity && !this.#loop.disposed;
    this.#timer = isNeeded ? new Timer((now) => this.#ring(now), { at }) : undefined;
    if (this.#timer !== undefined) this.#loop.submit(this.#timer);
  }

  /**
   * As `set`, for a time that changes often; the alarm may ring up to 1 ms late. A pending timer is
   * kept unless it fires more than 1 ms after `at`. If it fires too early, it is set again. A new
   * timer would cost a kilobyte of garbage.
   */
  postpone(at: number): void {
    if (at < this.#timerAt - 1) this.set(at);
    else this.#at = at;
  }

  /** Sets the alarm unless it is set already. */
  setIfUnset(at: number): void {
    if (this.#at === Infinity) this.set(at);
  }

  /** As `set`, unless the alarm is set to an earlier time. */
  bringForward(at: number): void {
    if (at < this.#at) this.set(at);
  }

  #ring(now: number): void {
    const at = this.#at;
    const isTime = at <= this.#timerAt || at <= now;
    this.#at = this.#timerAt = Infinity;
    this.#timer = undefined;
    if (isTime) this.#callback(now, at);
    else this.set(at); // it was postponed
  }
}
