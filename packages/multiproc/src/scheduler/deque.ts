/** Memory is released when at least this many elements, and more than half of the array, were removed. */
const MANY_TAKEN = 64;

/** A queue with removal at both ends in constant amortized time. `Array.shift` moves all other elements of a long array. */
export class Deque<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  get first(): T | undefined {
    return this.#items[this.#head];
  }

  get last(): T | undefined {
    return this.#items.at(-1); // undefined if the queue is empty
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Removes the first element. */
  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.size === 0) this.clear();
    else if (this.#head >= MANY_TAKEN && this.#head * 2 > this.#items.length) this.#release();
    return item;
  }

  /** Removes the last element. */
  pop(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items.pop();
    if (this.size === 0) this.clear();
    return item;
  }

  toArray(): T[] {
    return this.#items.slice(this.#head) as T[];
  }

  clear(): void {
    this.#items.length = this.#head = 0;
  }

  #release(): void {
    this.#items.splice(0, this.#head);
    this.#head = 0;
  }
}
