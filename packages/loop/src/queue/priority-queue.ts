import { sortByPriority } from './priority-sort.ts';

/** An item of a {@link PriorityQueue}: an object with a field that belongs to the queue. */
export interface Queued {
  /** The position of the item. Only the queue may read or write it. */
  slot: number;
}

/**
 * If the queue has n older items and at most `FEW_ARRIVALS` + n / 4 new ones, the new items go into
 * the heap. Otherwise all items are sorted into a new run. See {@link PriorityQueue}.
 */
const FEW_ARRIVALS = 32;

/**
 * A priority queue: the highest priority goes first, and equal priorities are first in, first out. Any item can be removed.
 *
 * An array holds the items in the order of their arrival, so the index of an item is its place in the array *and* its rank among equal priorities. The next
 * {@link pop} sorts all new items into a *run*: an array of indices in the order of priority. For thousands of items, such as the updates of a frame, the
 * sort takes linear time. If only a few items arrive before the run is empty, they go into a binary heap beside the run. A removed item leaves a hole in
 * the array. Nothing is allocated once the arrays have grown to the largest number of pending items.
 *
 * Arguments are not checked, because the queue is the innermost loop of an `EventLoop`, which checks them. The caller ensures that items are objects with a
 * `slot`, and that keys are numbers other than NaN.
 */
export class PriorityQueue<T extends Queued> {
  /** Number of items. */
  size = 0;

  // Items in the order of arrival, oldest first; `undefined` where an item was removed.
  #items: (T | undefined)[] = [];
  #keys: Float64Array = new Float64Array(0);
  #arrived = 0;
  #admitted = 0; // arrivals with a lower index are in the run or in the heap

  // The run: indices of arrivals, sorted by priority. The indices in [head, end) have not been popped.
  #run!: Int32Array;
  #head = 0;
  #end = 0;

  // The heap: indices of later arrivals, highest priority first.
  #heap!: Int32Array;
  #heapSize = 0;

  /** Whether `item` is in this queue. */
  has(item: T): boolean {
    return this.#items[item.slot] === item;
  }

  /** The priority of `item`. Call it only for an item that the queue {@link has}. */
  keyOf(item: T): number {
    return this.#keys[item.slot]!;
  }

  /**
   * Adds `item` with the priority `key`, behind items of the same priority. An item that is already in the queue moves. A key that is NaN breaks the order
   * of the queue. Throws a TypeError, and changes nothing, if the key is a bigint or a symbol, or if the item is frozen.
   */
  push(item: T, key: number): void {
    if (this.#arrived === this.#keys.length) this.#makeRoom();
    const arrival = this.#arrived;
    const former = item.slot;
    // These two may throw, so they come first: the key may not be a number, and the item may be frozen.
    this.#keys[arrival] = key;
    item.slot = arrival;
    this.#arrived++;
    if (this.#items[former] === item) this.#items[former] = undefined;
    else this.size++;
    this.#items[arrival] = item;
  }

  /** Removes `item`. Returns false, and changes nothing, if it is not in this queue. */
  remove(item: T): boolean {
    if (!this.has(item)) return false;
    this.#takeOut(item.slot);
    return true;
  }

  /** Removes and returns the item with the highest priority; `undefined` if the queue is empty. */
  pop(): T | undefined {
    const arrival = this.#best();
    if (arrival < 0) return undefined;
    const item = this.#items[arrival]!;
    this.#takeOut(arrival);
    return item;
  }

  /** Returns the item with the highest priority without removing it; `undefined` if the queue is empty. */
  top(): T | undefined {
    const arrival = this.#best();
    return arrival < 0 ? undefined : this.#items[arrival];
  }

  /** The highest priority in the queue; -Infinity if it is empty. */
  topKey(): number {
    const arrival = this.#best();
    return arrival < 0 ? -Infinity : this.#keys[arrival]!;
  }

  /** Removes all items. */
  clear(): void {
    this.sweep(() => true);
  }

  /**
   * Removes all items for which `isRemoved` returns true, and returns their number. `isRemoved`
   * must not change the queue. Takes linear time.
   */
  sweep(isRemoved: (item: T) => boolean): number {
    const before = this.size;
    for (let arrival = 0; arrival < this.#arrived; arrival++) {
      const item = this.#items[arrival];
      if (item === undefined || !isRemoved(item)) continue;
      this.#items[arrival] = undefined;
      this.size--;
    }
    if (this.size === 0) this.#reset();
    return before - this.size;
  }

  #takeOut(arrival: number): void {
    this.#items[arrival] = undefined;
    if (--this.size === 0) this.#reset();
  }

  /** Index of the arrival with the highest priority, or -1. */
  #best(): number {
    if (this.#admitted < this.#arrived) this.#admit();
    while (this.#head < this.#end && this.#items[this.#run[this.#head]!] === undefined) this.#head++;
    while (this.#heapSize > 0 && this.#items[this.#heap[0]!] === undefined) this.#heapPop();
    const first = this.#head < this.#end ? this.#run[this.#head]! : -1;
    if (this.#heapSize === 0) return first;
    const laterArrival = this.#heap[0]!;
    return first < 0 || this.#precedes(laterArrival, first) ? laterArrival : first;
  }

  /** Whether arrival `a` goes before arrival `b`. */
  #precedes(a: number, b: number): boolean {
    const keyOfA = this.#keys[a]!;
    const keyOfB = this.#keys[b]!;
    return keyOfA > keyOfB || (keyOfA === keyOfB && a < b);
  }

  /** Puts new arrivals into the heap if they are few compared with the older items. Otherwise sorts all items into a new run. */
  #admit(): void {
    const left = this.#end - this.#head + this.#heapSize;
    if (left > 0 && this.#arrived - this.#admitted <= FEW_ARRIVALS + left / 4) {
      while (this.#admitted < this.#arrived) this.#heapPush(this.#admitted++);
      return;
    }
    if (left > 0) this.#compact();
    let end = 0;
    for (; this.#admitted < this.#arrived; this.#admitted++) {
      if (this.#items[this.#admitted] !== undefined) this.#run[end++] = this.#admitted;
    }
    sortByPriority(this.#run, this.#keys, 0, end);
    this.#head = 0;
    this.#end = end;
  }

  /** Called when the arrays are full: closes the holes, and doubles the arrays if there are few holes. */
  #makeRoom(): void {
    this.#compact();
    if (this.#arrived * 2 < this.#keys.length) return;
    const capacity = Math.max(64, this.#keys.length * 2);
    const keys = new Float64Array(capacity);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#run = new Int32Array(capacity);
    this.#heap = new Int32Array(capacity);
  }

  /** Moves all items to the front in order of arrival; the next {@link pop} sorts them again. Items that were frozen meanwhile keep their places. */
  #compact(): void {
    let to = 0;
    for (let from = 0; from < this.#arrived; from++) {
      const item = this.#items[from];
      if (item === undefined) continue;
      try {
        item.slot = to;
      } catch {
        to = from;
      }
      this.#items[from] = undefined;
      this.#items[to] = item;
      this.#keys[to++] = this.#keys[from]!;
    }
    this.#reset();
    this.#arrived = to;
  }

  #reset(): void {
    this.#arrived = this.#admitted = this.#head = this.#end = this.#heapSize = 0;
  }

  #heapPush(arrival: number): void {
    const heap = this.#heap;
    let hole = this.#heapSize++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!this.#precedes(arrival, heap[parent]!)) break;
      heap[hole] = heap[parent]!;
      hole = parent;
    }
    heap[hole] = arrival;
  }

  #heapPop(): void {
    const heap = this.#heap;
    const size = --this.#heapSize;
    const last = heap[size]!;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && this.#precedes(heap[child + 1]!, heap[child]!)) child++;
      if (!this.#precedes(heap[child]!, last)) break;
      heap[hole] = heap[child]!;
      hole = child;
    }
    heap[hole] = last;
  }
}
