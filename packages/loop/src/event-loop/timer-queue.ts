import { PriorityQueue } from '../queue/priority-queue.ts';
import type { Timer } from './timer.ts';

/** How early, in ms, the loop wakes for a firm timer: timers of the platform count in whole ms and come up to 1 ms late. */
const FIRM_LEAD = 2;

/**
 * The armed timers of a loop. Firm timers (maxLateness < 1 ms) have a queue of their own, because they alone need an early wake-up:
 * another timer must not pay for that.
 */
export class TimerQueue {
  /** The earliest release time, as of the last {@link refresh}; Infinity if no timer is armed. */
  nextRelease: number = Infinity;

  #soft: PriorityQueue<Timer> = new PriorityQueue(); // by release time, negated
  #firm: PriorityQueue<Timer> = new PriorityQueue();
  #slack = Infinity; // no armed soft timer has a smaller maxLateness
  #armings = 0;

  get size(): number {
    return this.#soft.size + this.#firm.size;
  }

  has(timer: Timer): boolean {
    return this.#queueOf(timer).has(timer);
  }

  /** Arms `timer`, anew if it is armed. {@link refresh} takes note of it. */
  add(timer: Timer, release: number): void {
    const queue = this.#queueOf(timer);
    if (queue === this.#soft) {
      const { maxLateness } = timer;
      this.#slack = queue.size === 0 ? maxLateness : Math.min(this.#slack, maxLateness);
    }
    timer.armed = ++this.#armings;
    queue.push(timer, -release);
  }

  /** Returns whether `timer` was armed. */
  remove(timer: Timer): boolean {
    const wasArmed = this.#queueOf(timer).remove(timer);
    if (wasArmed) this.refresh();
    return wasArmed;
  }

  /** Takes out the timer with the earliest release; of equal ones that which was armed first. {@link refresh} takes note of it. */
  pop(): Timer | undefined {
    if (this.#firm.size === 0) return this.#soft.pop();
    const soft = this.#soft.topKey();
    const firm = this.#firm.topKey();
    if (soft !== firm) return soft > firm ? this.#soft.pop() : this.#firm.pop();
    const isFirmFirst = (this.#firm.top()?.armed ?? Infinity) < (this.#soft.top()?.armed ?? Infinity);
    return isFirmFirst ? this.#firm.pop() : this.#soft.pop();
  }

  clear(): void {
    this.#soft.clear();
    this.#firm.clear();
    this.refresh();
  }

  /** Brings {@link nextRelease} up to date: not a part of each change, so that a due callback need not wait for it. */
  refresh(): void {
    const soft = this.#soft.topKey();
    this.nextRelease = this.#firm.size === 0 ? -soft : -Math.max(soft, this.#firm.topKey());
  }

  /** When the loop needs its next turn: early for a firm timer; for others as late as all of them allow. */
  get wakeAt(): number {
    const soft = this.#slack - 1 - this.#soft.topKey();
    return Math.min(soft, -this.#firm.topKey() - FIRM_LEAD);
  }

  #queueOf(timer: Timer): PriorityQueue<Timer> {
    return timer.maxLateness < 1 ? this.#firm : this.#soft;
  }
}
