/** Number of places at first. */
const minPlaces = 16;

/** Number of places that the queue keeps when it becomes short. */
const keptPlaces = 256;

/**
 * A queue in a ring of places. Adding and removing an item take amortized constant time, whatever the length, and no memory is allocated while the length
 * changes little. `Array.shift` moves all items of a large array.
 */
export class RingQueue<T> {
  // The number of places is a power of two. The first item is at #head, the last one #length - 1 places behind it, in the ring.
  #places: (T | undefined)[] = [];
  #head = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of places: at most 256, or four times the length. */
  get capacity(): number {
    return this.#places.length;
  }

  /** The oldest item; undefined: there is none. */
  get first(): T | undefined {
    return this.#places[this.#head];
  }

  /** The items, the oldest first. The queue must not change meanwhile. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (let i = 0; i < this.#length; i++) yield this.#places[this.#placeOf(i)]!;
  }

  push(item: T): void {
    if (this.#length === this.#places.length) this.#resize(Math.max(minPlaces, 2 * this.#length));
    this.#places[this.#placeOf(this.#length++)] = item;
  }

  /** Removes the oldest item and returns it; undefined: there is none. */
  shift(): T | undefined {
    const item = this.first;
    if (this.#length === 0) return item;
    this.#places[this.#head] = undefined;
    this.#head = this.#placeOf(1);
    this.#length--;
    const { length } = this.#places;
    if (length > keptPlaces && 4 * this.#length <= length) this.#resize(length / 2);
    return item;
  }

  #placeOf(index: number): number {
    return (this.#head + index) & (this.#places.length - 1);
  }

  #resize(length: number): void {
    const placed = (_: unknown, i: number): T | undefined =>
      i < this.#length ? this.#places[this.#placeOf(i)] : undefined;
    this.#places = Array.from({ length }, placed);
    this.#head = 0;
  }
}
