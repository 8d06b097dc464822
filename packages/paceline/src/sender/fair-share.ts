import { PriorityQueue, type Queued } from '@doha/loop';

/** Who gets a share. */
export interface Sharer extends Queued {
  /** How much it has had, by its weight. Belongs to {@link FairShare}. */
  virtualTime: number;
  /** The share that it gets beside one of weight 1; > 0. */
  readonly weight: number;
}

/** Whose turn it is: who has had the least by its weight (thesis §4.3.4). Virtual time never goes back, so that nobody saves for later. */
export class FairShare<T extends Sharer> {
  #active: PriorityQueue<T> = new PriorityQueue(); // by virtual time, negated
  #latest = 0; // virtual time of those that have become idle

  get isEmpty(): boolean {
    return this.#active.size === 0;
  }

  /** Rule 1, *fair start*: a new one begins where the last of the active ones is, or where the first of the idle ones was. */
  join(sharer: T): void {
    sharer.virtualTime = this.#now;
  }

  has(sharer: T): boolean {
    return this.#active.has(sharer);
  }

  /** It wants its share from now on. Rule 2, *use it or lose it*: what it did not want before is gone. */
  wake(sharer: T): void {
    if (this.has(sharer)) return;
    sharer.virtualTime = Math.max(sharer.virtualTime, this.#now);
    this.#active.push(sharer, -sharer.virtualTime);
  }

  /** It wants none. */
  rest(sharer: T): void {
    if (!this.has(sharer)) return;
    this.#active.remove(sharer);
    this.#latest = Math.max(this.#latest, sharer.virtualTime);
  }

  /** Takes out whose turn it is. */
  take(): T | undefined {
    return this.#active.pop();
  }

  /** Brings back who was taken, and has used so much. */
  used(sharer: T, amount: number, isActive: boolean): void {
    sharer.virtualTime += amount / sharer.weight;
    if (isActive) this.#active.push(sharer, -sharer.virtualTime);
    else this.#latest = Math.max(this.#latest, sharer.virtualTime);
  }

  get #now(): number {
    return this.isEmpty ? this.#latest : -this.#active.topKey();
  }
}
