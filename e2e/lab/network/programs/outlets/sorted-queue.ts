/** An item of a queue that may expire. */
export interface ExpiringItem {
  readonly priority: number;
  /** Ms after which it expires. Default: never. */
  readonly expiresIn?: number;
}

interface QueuedItem<T> {
  readonly item: T;
  readonly expiresAt: number;
}

/** A handwritten priority queue that keeps the order of equal priorities and drops expired items. */
export class SortedQueue<T extends ExpiringItem> {
  #queued: QueuedItem<T>[] = [];
  #earliest = Infinity; // expiry time of the first item that expires

  push(item: T, now: number): void {
    const expiresAt = now + (item.expiresIn ?? Infinity);
    const index = this.#queued.findLastIndex(({ item: other }) => other.priority >= item.priority);
    this.#queued.splice(index + 1, 0, { item, expiresAt });
    this.#earliest = Math.min(this.#earliest, expiresAt);
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  pop(now: number): T | undefined {
    if (now >= this.#earliest) this.#drop(now);
    return this.#queued.shift()?.item;
  }

  #drop(now: number): void {
    this.#queued = this.#queued.filter(({ expiresAt }) => expiresAt > now);
    this.#earliest = this.#queued.reduce(
      (earliest, { expiresAt }) => Math.min(earliest, expiresAt),
      Infinity,
    );
  }
}
