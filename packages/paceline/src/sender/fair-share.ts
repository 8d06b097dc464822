import { PriorityQueue, type Queued } from '@doha/loop';

/** A user of a shared resource. */
export interface Sharer extends Queued {
  /** Amount used, divided by the weight. Only {@link FairShare} changes it. */
  virtualTime: number;
  /** Share relative to a sharer of weight 1; > 0. */
  readonly weight: number;
}

/** Weighted fair queueing by virtual time: the next turn belongs to the sharer with the least virtual time (thesis §4.3.4). Virtual time never goes back, so an idle sharer saves nothing. */
export class FairShare<T extends Sharer> {
  #active: PriorityQueue<T> = new PriorityQueue(); // by virtual time, negated
  #greatestIdle = 0; // greatest virtual time that a sharer had when it became idle

  get isEmpty(): boolean {
    return this.#active.size === 0;
  }

  /** Rule 1, *fair start*: a new sharer begins with the least virtual time of the active sharers, or with the greatest of the idle ones if none is active. */
  join(sharer: T): void {
    sharer.virtualTime = this.#now;
  }

  has(sharer: T): boolean {
    return this.#active.has(sharer);
  }

  /** A sharer becomes active. Rule 2, *use it or lose it*: the share that it did not use before is lost. */
  activate(sharer: T): void {
    if (this.has(sharer)) return;
    sharer.virtualTime = Math.max(sharer.virtualTime, this.#now);
    this.#active.push(sharer, -sharer.virtualTime);
  }

  /** A sharer becomes idle. */
  deactivate(sharer: T): void {
    if (!this.has(sharer)) return;
    this.#active.remove(sharer);
    this.#greatestIdle = Math.max(this.#greatestIdle, sharer.virtualTime);
  }

  /** Removes and returns the sharer that has the next turn. */
  take(): T | undefined {
    return this.#active.pop();
  }

  /** Puts back a sharer that was taken, after it has used an amount. */
  putBack(sharer: T, amount: number, isActive: boolean): void {
    sharer.virtualTime += amount / sharer.weight;
    if (isActive) this.#active.push(sharer, -sharer.virtualTime);
    else this.#greatestIdle = Math.max(this.#greatestIdle, sharer.virtualTime);
  }

  get #now(): number {
    return this.isEmpty ? this.#greatestIdle : -this.#active.topKey();
  }
}
