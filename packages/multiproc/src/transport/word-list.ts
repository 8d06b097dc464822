/** Initial capacity. */
const INITIAL_CAPACITY = 64;
/** A longer array is not reused for the next message. */
const MAX_REUSED = 65_536;

/**
 * The words of a message, in a typed array that is reused for the next message. A new array for each message would be copied several times while it
 * grows. It would also leave more garbage than all other work for a short task.
 */
export class WordList {
  /** Number of words. */
  length = 0;
  /** The words. Elements at `length` and above are unused. */
  memory: Float64Array = new Float64Array(INITIAL_CAPACITY);

  /** Appends a word. */
  add(word: number): this {
    if (this.length === this.memory.length) this.#grow();
    this.memory[this.length++] = word;
    return this;
  }

  /** Removes all words. */
  clear(): void {
    this.length = 0;
    if (this.memory.length > MAX_REUSED) this.memory = new Float64Array(INITIAL_CAPACITY);
  }

  #grow(): void {
    const memory = new Float64Array(2 * this.memory.length);
    memory.set(this.memory);
    this.memory = memory;
  }
}
