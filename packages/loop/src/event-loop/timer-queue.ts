import { PriorityQueue } from '../queue/priority-queue.ts';
import type { Timer } from './timer.ts';

/** The loop wakes this many ms before a firm timer is due, because platform timers count whole ms and are up to 1 ms late. */
const FIRM_LEAD = 2;

/**
 * The armed timers of a loop. Firm timers (`maxLateness` < 1 ms) have a queue of their own, because only they need an early wake-up, which costs CPU time.
 */
export class TimerQueue {
  /** The earliest release time at the last {@link refresh}; Infinity if no timer is armed. */
  nextRelease: number = Infinity;

  #soft: PriorityQueue<Timer> = new PriorityQueue(); // the key is the negative release time
  #firm: PriorityQueue<Timer> = new PriorityQueue();
  #slack = Infinity; // lower bound of maxLateness of all armed timers that are not firm
  #armings = 0;

  get size(): number {
    return this.#soft.size + this.#firm.size;
  }

  has(timer: Timer): boolean {
    return this.#queueOf(timer).has(timer);
  }

  /** Arms `timer`, or arms it again. Call {@link refresh} afterwards. */
  add(timer: Timer, release: number): void {
    const queue = this.#queueOf(timer);
    if (queue === this.#soft) {
      const { maxLateness } = timer;
      this.#slack = queue.size === 0 ? maxLateness : Math.min(this.#slack, maxLateness);
    }
    timer.armed = ++this.#armings;
    queue.push(timer, -release);
  }

  /** Disarms `timer`. Returns whether it was armed. */
  remove(timer: Timer): boolean {
    const wasArmed = this.#queueOf(timer).remove(timer);
    if (wasArmed) this.refresh();
    return wasArmed;
  }

  /** Removes and returns the timer with the earliest release. Of equal releases, the timer that was armed first. Call {@link refresh} afterwards. */
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

  /**
   * Updates {@link nextRelease}. It is not a part of `add` and `pop`, so that the callback of a due
   * timer does not wait for it.
   */
  refresh(): void {
    const soft = this.#soft.topKey();
    this.nextRelease = this.#firm.size === 0 ? -soft : -Math.max(soft, this.#firm.topKey());
  }

  /** Time at which the loop needs its next turn: before the first firm timer is due, or as late as `maxLateness` of the other timers allows. */
  get wakeAt(): number {
    const soft = this.#slack - 1 - this.#soft.topKey();
    return Math.min(soft, -this.#firm.topKey() - FIRM_LEAD);
  }

  #queueOf(timer: Timer): PriorityQueue<Timer> {
    return timer.maxLateness < 1 ? this.#firm : this.#soft;
  }
}
