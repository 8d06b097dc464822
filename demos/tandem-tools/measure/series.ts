/** A list of numbers in a preallocated table. Adding one allocates nothing until the table is full. */
export class Series {
  #values: Float64Array<ArrayBuffer>;
  #length = 0;

  /** `capacity` is the initial size, at least one. It doubles when it is exceeded. */
  constructor(capacity: number) {
    this.#values = new Float64Array(Math.max(1, Math.ceil(capacity)));
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length++] = value;
  }

  /** The numbers so far; valid until the next one is added. */
  get values(): Float64Array<ArrayBuffer> {
    return this.#values.subarray(0, this.#length);
  }

  #grow(): void {
    const more = new Float64Array(2 * this.#values.length);
    more.set(this.#values);
    this.#values = more;
  }
}
