/** From this many taken elements on, their memory is released once they are the larger half. */
const MANY_TAKEN = 64;

/** A list whose first element is taken out in constant time on average. `Array.shift` moves all others if there are many. */
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
    return this.#items.at(-1); // undefined if all were taken
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Takes out the first element. */
  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.size === 0) this.clear();
    else if (this.#head >= MANY_TAKEN && this.#head * 2 > this.#items.length) this.#release();
    return item;
  }

  /** Takes out the last element. */
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
