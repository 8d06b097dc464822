/** An item of a queue that may expire. */
export interface Perishable {
  readonly priority: number;
  /** Ms after which it expires. Default: never. */
  readonly expiresIn?: number;
}

interface Waiting<T> {
  readonly one: T;
  readonly until: number;
}

/** A handwritten priority queue that keeps the order of equal priorities and drops expired items. */
export class WaitingLine<T extends Perishable> {
  #waiting: Waiting<T>[] = [];
  #earliest = Infinity; // expiry time of the first item that expires

  push(one: T, now: number): void {
    const until = now + (one.expiresIn ?? Infinity);
    const place = this.#waiting.findLastIndex(({ one: other }) => other.priority >= one.priority);
    this.#waiting.splice(place + 1, 0, { one, until });
    this.#earliest = Math.min(this.#earliest, until);
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  take(now: number): T | undefined {
    if (now >= this.#earliest) this.#drop(now);
    return this.#waiting.shift()?.one;
  }

  #drop(now: number): void {
    this.#waiting = this.#waiting.filter(({ until }) => until > now);
    this.#earliest = this.#waiting.reduce((earliest, { until }) => Math.min(earliest, until), Infinity);
  }
}
