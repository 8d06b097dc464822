/** Number of places at first. */
const minSlots = 16;

/** Number of places that the queue keeps when it becomes short. */
const keptSlots = 256;

/**
 * A queue in a ring of places. Adding and removing an item take amortized constant time, whatever the length, and no memory is allocated while the length
 * changes little. `Array.shift` moves all items of a large array.
 */
export class RingQueue<T> {
  // The number of places is a power of two. The first item is at #head, the last one #length - 1 places behind it, in the ring.
  #slots: (T | undefined)[] = [];
  #head = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of places: at most 256, or four times the length. */
  get capacity(): number {
    return this.#slots.length;
  }

  /** The oldest item; undefined: there is none. */
  get first(): T | undefined {
    return this.#slots[this.#head];
  }

  /** The items, the oldest first. The queue must not change meanwhile. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let i = 0; i < this.#length; i++) yield this.#slots[this.#slotOf(i)]!;
  }

  push(item: T): void {
    if (this.#length === this.#slots.length) this.#resize(Math.max(minSlots, 2 * this.#length));
    this.#slots[this.#slotOf(this.#length++)] = item;
  }

  /** Removes the oldest item and returns it; undefined: there is none. */
  shift(): T | undefined {
    const item = this.first;
    if (this.#length === 0) return item;
    this.#slots[this.#head] = undefined;
    this.#head = this.#slotOf(1);
    this.#length--;
    const { length } = this.#slots;
    if (length > keptSlots && 4 * this.#length <= length) this.#resize(length / 2);
    return item;
  }

  #slotOf(index: number): number {
    return (this.#head + index) & (this.#slots.length - 1);
  }

  #resize(length: number): void {
    const itemAt = (_: unknown, i: number): T | undefined =>
      i < this.#length ? this.#slots[this.#slotOf(i)] : undefined;
    this.#slots = Array.from({ length }, itemAt);
    this.#head = 0;
  }
}
