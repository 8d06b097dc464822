import type { Host } from '@doha/loop';
import type { VirtualThread } from '../virtual/virtual-thread.ts';

/** The clock of a thread, which can jump, and whose timers can be as late as in a hidden page. */
export class StormClock implements Host {
  /** Timers come at multiples of this many ms; 0: on time. */
  timerPeriod = 0;
  #thread: VirtualThread;
  #offset = 0;

  constructor(thread: VirtualThread) {
    this.#thread = thread;
  }

  now(): number {
    return this.#thread.now() + this.#offset;
  }

  attach(turn: () => void): void {
    this.#thread.attach(turn);
  }

  wake(delay: number): void {
    const isLate = this.timerPeriod > 0 && delay > 0 && delay < Infinity;
    if (!isLate) return this.#thread.wake(delay);
    const now = this.#thread.now();
    this.#thread.wake(Math.ceil((now + delay) / this.timerPeriod) * this.timerPeriod - now);
  }

  detach(): void {
    this.#thread.detach();
  }

  jump(by: number): void {
    this.#offset += by;
  }
}
