import { type EventLoop, Timer } from '@doha/loop';

/** Calls once when its time has come, which may be set anew. */
export class Alarm {
  #loop: EventLoop;
  #callback: (now: number, at: number) => void;
  #timer: Timer | undefined;
  #at = Infinity;

  /** `callback`: gets the time, and that for which it was set. */
  constructor(loop: EventLoop, callback: (now: number, at: number) => void) {
    this.#loop = loop;
    this.#callback = callback;
  }

  /** `at`: ms on the clock of the loop's host; Infinity: never. */
  set(at: number): void {
    if (at === this.#at) return;
    if (this.#timer !== undefined) this.#loop.cancel(this.#timer);
    this.#at = at;
    this.#timer = at < Infinity ? new Timer((now) => this.#ring(now, at), { at }) : undefined;
    if (this.#timer !== undefined) this.#loop.submit(this.#timer);
  }

  /** Sets it if it is not set to anything. */
  setUnlessSet(at: number): void {
    if (this.#at === Infinity) this.set(at);
  }

  #ring(now: number, at: number): void {
    this.#at = Infinity;
    this.#timer = undefined;
    this.#callback(now, at);
  }
}
