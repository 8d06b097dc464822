/** What may wait, and be dropped. */
export interface Perishable {
  readonly priority: number;
  /** Ms after which it is of no use; default: never. */
  readonly expiresIn?: number;
}

interface Waiting<T> {
  readonly one: T;
  readonly until: number;
}

/** Messages that wait, by priority, equals in their order; those whose time is over are dropped. What one writes by hand. */
export class WaitingLine<T extends Perishable> {
  #waiting: Waiting<T>[] = [];
  #earliest = Infinity; // end of the time of any of them

  push(one: T, now: number): void {
    const until = now + (one.expiresIn ?? Infinity);
    const place = this.#waiting.findLastIndex(({ one: other }) => other.priority >= one.priority);
    this.#waiting.splice(place + 1, 0, { one, until });
    this.#earliest = Math.min(this.#earliest, until);
  }

  /** Takes out the next one; undefined: none waits. */
  take(now: number): T | undefined {
    if (now >= this.#earliest) this.#drop(now);
    return this.#waiting.shift()?.one;
  }

  #drop(now: number): void {
    this.#waiting = this.#waiting.filter(({ until }) => until > now);
    this.#earliest = this.#waiting.reduce((earliest, { until }) => Math.min(earliest, until), Infinity);
  }
}
