import { Deque } from '../scheduler/deque.ts';

/**
 * Jobs of one color that a worker has, by its number: one is under way, the others wait for its end, be it at once, after steps of a generator, or after
 * a promise.
 */
export class ColorChains<Job> {
  #waiting: Map<number, Deque<Job>> = new Map();

  /** Whether a job may begin at once; else it is kept until those before it have ended. */
  enter(color: number, job: Job): boolean {
    const waiting = this.#waiting.get(color);
    if (waiting === undefined) this.#waiting.set(color, new Deque());
    else waiting.push(job);
    return waiting === undefined;
  }

  /** The one under way has ended. Returns the next one, which is under way now. */
  next(color: number): Job | undefined {
    const waiting = this.#waiting.get(color)!;
    if (waiting.size === 0) this.#waiting.delete(color);
    return waiting.shift();
  }

  /** Takes out a job that is kept. Returns whether it was. */
  remove(color: number, job: Job): boolean {
    return this.#waiting.get(color)?.remove(job) === true;
  }
}
